import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  isSealed,
  type Json,
  mapFields,
  type Sealed,
  SHOWN_SECRET,
  TerminalError,
} from '@checkpoint/contracts';

/** AES-256-GCM: 32 bytes of key, a 12-byte nonce that is never used again, a 16-byte tag (NIST SP 800-38D). */
const CIPHER = 'aes-256-gcm';
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals values at rest with one key of the operator's. */
export interface Sealer {
  seal(value: Json): Sealed & { readonly [key: string]: Json };
  /** The value that was sealed; a value that is not sealed is returned as it is. Throws CONFIG_INVALID for a wrong key. */
  open(value: Json): Json;
}

/** Without a key nothing can be sealed: `seal` throws CONFIG_INVALID, which names the variable. */
export function createSealer(key: Buffer | undefined): Sealer {
  const need = (): Buffer => {
    if (key !== undefined) return key;
    throw new TerminalError(
      'CONFIG_INVALID',
      `CHECKPOINT_SECRETS_KEY is not set, and a tool declares secrets: give ${KEY_BYTES} random bytes in base64`,
    );
  };
  return {
    seal(value) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, need(), nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return { $sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64') };
    },
    open(value) {
      if (!isSealed(value)) return value;
      const bytes = Buffer.from(value.$sealed, 'base64');
      const decipher = createDecipheriv(CIPHER, need(), bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const text = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ]);
        return JSON.parse(text.toString('utf8')) as Json;
      } catch (cause) {
        throw new TerminalError(
          'CONFIG_INVALID',
          'CHECKPOINT_SECRETS_KEY is not the key that sealed this value',
          {},
          cause,
        );
      }
    },
  };
}

/** The same arguments with each named field sealed. */
export function sealFields(args: Json, secrets: readonly string[], sealer: Sealer): Json {
  return mapFields(args, (name, value) => (secrets.includes(name) ? sealer.seal(value) : value));
}

/** The same arguments with every sealed field opened. */
export function openFields(args: Json, sealer: Sealer): Json {
  return mapFields(args, (_, value) => sealer.open(value));
}

/** The text with every occurrence of a secret in it replaced: a model that writes calls as text writes secrets there. */
export function maskSecrets(text: string, secrets: readonly Json[]): string {
  return secrets
    .filter((secret): secret is string => typeof secret === 'string' && secret.length > 0)
    .reduce((masked, secret) => masked.replaceAll(secret, SHOWN_SECRET), text);
}
