import { TerminalError } from '@checkpoint/contracts';
import { z } from 'zod';

const empty = (value: unknown): unknown => (value === '' ? undefined : value);
const HttpUrl = z.url({ protocol: /^https?$/, error: 'give an http or https address' });

const Environment = z.object({
  CHECKPOINT_WEBHOOK_URL: z.preprocess(empty, HttpUrl.optional()),
  CHECKPOINT_WEBHOOK_SECRET: z.preprocess(empty, z.string().optional()),
  CHECKPOINT_PUBLIC_URL: z.preprocess(empty, HttpUrl.optional()),
});

/** Bytes of the secret: as many as HMAC-SHA256 can use well (RFC 2104, section 3). */
const LEAST_SECRET_BYTES = 24;
const MOST_SECRET_BYTES = 64;
/** How secrets of webhooks are written by the convention that the signature follows. */
const PREFIX = 'whsec_';

export interface WebhookConfig {
  readonly url: string;
  readonly secret: Buffer;
  /** Where people open the panel, for links; undefined: no links. */
  readonly publicUrl: string | undefined;
}

/** Undefined where nobody is to be told. Throws CONFIG_INVALID, which never shows the secret. */
export function readWebhookConfig(environment: NodeJS.ProcessEnv): WebhookConfig | undefined {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    throw invalid(
      parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`).join('; '),
    );
  }
  const { CHECKPOINT_WEBHOOK_URL: url, CHECKPOINT_WEBHOOK_SECRET: secret } = parsed.data;
  if (url === undefined && secret === undefined) return undefined;
  if (url === undefined || secret === undefined) {
    throw invalid(
      'CHECKPOINT_WEBHOOK_URL and CHECKPOINT_WEBHOOK_SECRET belong together: a receiver must be able to tell who sends',
    );
  }
  const bytes = Buffer.from(secret.replace(PREFIX, ''), 'base64');
  if (bytes.length < LEAST_SECRET_BYTES || bytes.length > MOST_SECRET_BYTES) {
    throw invalid(
      `CHECKPOINT_WEBHOOK_SECRET: give ${LEAST_SECRET_BYTES} to ${MOST_SECRET_BYTES} random bytes in base64, as \`openssl rand -base64 32\` prints them`,
    );
  }
  return { url, secret: bytes, publicUrl: parsed.data.CHECKPOINT_PUBLIC_URL?.replace(/\/$/, '') };
}

function invalid(message: string): TerminalError {
  return new TerminalError('CONFIG_INVALID', message);
}
