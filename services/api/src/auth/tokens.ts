import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { asError, ROLES, TerminalError } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import { z } from 'zod';
import { type Loop, startLoop } from '../loop.ts';
import type { AuthConfig } from './config.ts';
import { TOKENS_READ_EVERY_MS } from './limits.ts';
import type { Principal } from './principal.ts';

/**
 * A token is kept as its SHA-256. That is enough for tokens that nobody can guess, which `npm run token` draws (192
 * bits); it would not be for passwords.
 */
const Entry = z.strictObject({
  subject: z.string().min(1).max(128),
  roles: z.array(z.enum(ROLES)).min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'the SHA-256 of the token, 64 hexadecimal digits in lower case'),
});
const Entries = z.array(Entry).max(1_000);
type Entry = z.infer<typeof Entry>;

export interface Tokens {
  /** Undefined for a token that is none of ours. It takes the same time for each. */
  find(token: string): Principal | undefined;
  /** Reads the file again from time to time, so that a token can be taken out or added without a restart. */
  start(log: Logger): void;
  stop(): Promise<void>;
}

/** Throws CONFIG_INVALID when the tokens cannot be read. */
export function createTokens({ tokens, tokensFile }: Pick<AuthConfig, 'tokens' | 'tokensFile'>): Tokens {
  const name =
    tokensFile === undefined ? 'CHECKPOINT_AUTH_TOKENS' : `CHECKPOINT_AUTH_TOKENS_FILE ${tokensFile}`;
  const read = (): readonly Entry[] => {
    if (tokensFile === undefined) return tokens === undefined ? [] : parse(name, tokens);
    return parse(name, textOf(name, tokensFile));
  };
  let entries = read();
  let loop: Loop | undefined;
  return {
    find(token) {
      const given = createHash('sha256').update(token).digest();
      // All of them, always: the time tells nobody how far down the list a token stands.
      const found = entries.filter((entry) => timingSafeEqual(Buffer.from(entry.sha256, 'hex'), given));
      const [entry] = found;
      return entry && { subject: entry.subject, via: 'token', roles: entry.roles, expiresAt: null };
    },
    start(log) {
      if (tokensFile === undefined) return;
      loop = startLoop({
        name: 'tokens',
        everyMs: TOKENS_READ_EVERY_MS,
        log,
        async turn() {
          entries = read();
        },
      });
    },
    async stop() {
      await loop?.stop();
    },
  };
}

function textOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    throw invalid(`${name}: ${asError(thrown).message}`);
  }
}

function parse(name: string, text: string): readonly Entry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(`${name}: is not JSON; give [{"subject":"ann","roles":["approver"],"sha256":"…"}]`);
  }
  const parsed = Entries.safeParse(value);
  if (parsed.success) return parsed.data;
  // By the place only: what stands there may be a token that somebody has put in as it is.
  throw invalid(
    `${name}: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
  );
}

function invalid(message: string): TerminalError {
  return new TerminalError('CONFIG_INVALID', message);
}
