/** Keys whose values never reach a log, at any of the depths that our records have. */
const SECRET_KEYS = [
  'authorization',
  'Authorization',
  'cookie',
  'apiKey',
  'api_key',
  'token',
  'password',
  'secret',
  'ANTHROPIC_API_KEY',
  'PGPASSWORD',
] as const;

/** pino's redaction paths look one to three levels deep; records of ours nest no deeper than an error's details. */
const DEPTHS = ['', '*.', '*.*.'] as const;

export const REDACTED = '[redacted]';

export const REDACT_PATHS: string[] = DEPTHS.flatMap((depth) => SECRET_KEYS.map((key) => `${depth}${key}`));

const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/?#@"]*):[^\s/?#@"]*@/gi;

/** The text with the password of every URL in it masked: `postgres://me:[redacted]@host/db`. */
export function maskUrlPasswords(text: string): string {
  return text.replace(URL_PASSWORD, `$1:${REDACTED}@`);
}
