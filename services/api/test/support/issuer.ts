import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** A real issuer in this process: its metadata, its keys, and tokens that it issues to clients over HTTP. */
export interface Issuer {
  readonly url: string;
  /** A token that the issuer grants to this client for this audience. */
  grant(client: string, audience: string): Promise<string>;
  /** A token that is signed with the issuer's own key, with whatever claims. */
  sign(claims: JWTPayload, header?: object): Promise<string>;
  /** From now on with other keys, as after a rotation. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

const SECRET = 'secret-of-the-client-in-this-test';
const ALGORITHM = 'ES256';

/** Grants tokens to `clients`, each with the claim `groups`. */
export async function startIssuer(clients: Readonly<Record<string, readonly string[]>>): Promise<Issuer> {
  let keys = await drawKeys('first');
  let server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  server.on('request', provider(url, keys, clients));
  return {
    url,
    async grant(client, audience) {
      const response = await fetch(`${url}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${client}:${SECRET}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience }),
      });
      const body = (await response.json()) as { access_token?: string };
      if (body.access_token === undefined) throw new Error(`no token: ${JSON.stringify(body)}`);
      return body.access_token;
    },
    async sign(claims, header = {}) {
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: String(keys.kid), ...header })
        .setIssuer(claims.iss ?? url)
        .sign(await importJWK(keys, ALGORITHM));
    },
    async rotate() {
      keys = await drawKeys('second');
      server.removeAllListeners('request').on('request', provider(url, keys, clients));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      server = createServer();
    },
  };
}

async function drawKeys(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: ALGORITHM, use: 'sig' };
}

function provider(url: string, key: JWK, clients: Readonly<Record<string, readonly string[]>>) {
  return new Provider(url, {
    jwks: { keys: [key] },
    cookies: { keys: ['of no use here'] },
    clients: Object.keys(clients).map((id) => ({
      client_id: id,
      client_secret: SECRET,
      grant_types: ['client_credentials'],
      id_token_signed_response_alg: ALGORITHM,
      redirect_uris: [],
      response_types: [],
    })),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, audience: string) => ({
          scope: '',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 60,
          jwt: { sign: { alg: ALGORITHM } },
        }),
      },
    },
    extraTokenClaims: (_context: unknown, { clientId }: { clientId: string }) => ({
      realm: { groups: clients[clientId] },
    }),
  }).callback();
}
