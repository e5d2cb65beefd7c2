import { asError, TerminalError } from './errors.ts';

/** What of the environment says how to reach Temporal safely. The names are those of Temporal's own tools. */
export interface TemporalSecurityEnvironment {
  readonly TEMPORAL_API_KEY?: string | undefined;
  readonly TEMPORAL_TLS?: 'true' | 'false' | undefined;
  readonly TEMPORAL_TLS_SERVER_NAME?: string | undefined;
  readonly TEMPORAL_TLS_SERVER_CA_CERT_PATH?: string | undefined;
  readonly TEMPORAL_TLS_CLIENT_CERT_PATH?: string | undefined;
  readonly TEMPORAL_TLS_CLIENT_KEY_PATH?: string | undefined;
}

/** As Temporal's clients take it. */
export interface TemporalSecurity<Bytes> {
  readonly apiKey?: string;
  readonly tls?: {
    readonly serverNameOverride?: string;
    readonly serverRootCACertificate?: Bytes;
    readonly clientCertPair?: { readonly crt: Bytes; readonly key: Bytes };
  };
}

type PathName = Extract<keyof TemporalSecurityEnvironment, `${string}_PATH`>;

/**
 * TLS is on with TEMPORAL_TLS=true, a certificate or an API key, which must not travel in the clear. `read` reads a file
 * whole. Throws CONFIG_INVALID, with the name of the variable, for a file that cannot be read, for one half of a client's
 * certificate, and for an API key with TEMPORAL_TLS=false.
 */
export function temporalSecurity<Bytes>(
  env: TemporalSecurityEnvironment,
  read: (path: string) => Bytes,
): TemporalSecurity<Bytes> {
  const file = (name: PathName) => (isSet(env[name]) ? readNamed(name, env[name], read) : undefined);
  const apiKey = isSet(env.TEMPORAL_API_KEY) ? { apiKey: env.TEMPORAL_API_KEY } : {};
  const authority = file('TEMPORAL_TLS_SERVER_CA_CERT_PATH');
  const crt = file('TEMPORAL_TLS_CLIENT_CERT_PATH');
  const key = file('TEMPORAL_TLS_CLIENT_KEY_PATH');
  if ((crt === undefined) !== (key === undefined)) {
    throw invalid('TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH: set both or neither');
  }
  const asked = env.TEMPORAL_TLS === 'true' || authority !== undefined || crt !== undefined;
  if (env.TEMPORAL_TLS === 'false' && apiKey.apiKey !== undefined) {
    throw invalid('TEMPORAL_TLS is false and TEMPORAL_API_KEY is set: the key would travel in the clear');
  }
  if (env.TEMPORAL_TLS === 'false' || !(asked || apiKey.apiKey !== undefined)) return {};
  return {
    ...apiKey,
    tls: {
      ...(isSet(env.TEMPORAL_TLS_SERVER_NAME) ? { serverNameOverride: env.TEMPORAL_TLS_SERVER_NAME } : {}),
      ...(authority === undefined ? {} : { serverRootCACertificate: authority }),
      ...(crt === undefined || key === undefined ? {} : { clientCertPair: { crt, key } }),
    },
  };
}

/** An empty value counts as absent. */
const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';

function readNamed<Bytes>(name: PathName, path: string, read: (path: string) => Bytes): Bytes {
  try {
    return read(path);
  } catch (thrown) {
    const why = asError(thrown).message;
    throw invalid(`${name} holds ${JSON.stringify(path)}, which cannot be read: ${why}`, thrown);
  }
}

function invalid(detail: string, cause?: unknown): TerminalError {
  return new TerminalError('CONFIG_INVALID', detail, {}, cause);
}
