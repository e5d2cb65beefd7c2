import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** AES-256. */
const SEALING_BYTES = 32;

const Secrets = z.object({
  postgres: z.string(),
  checkpoint: z.string(),
  temporal: z.string(),
  witness: z.string(),
  /** Not a password: seals the arguments that tools declare as secrets. Base64. */
  sealing: z.string(),
});
/** Passwords of the database roles, by role, and the sealing key. */
export type Secrets = z.infer<typeof Secrets>;

/** 144 bits, and an alphabet that needs no escaping in a URL. */
const PASSWORD_BYTES = 18;
const OWNER_ONLY = 0o600;

/** The secrets of this data folder, drawn at its first start and readable by its owner only. */
export function secretsOf(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const kept = existsSync(file) ? Secrets.partial().parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const draw = () => randomBytes(PASSWORD_BYTES).toString('base64url');
  const secrets: Secrets = {
    postgres: kept.postgres ?? draw(),
    checkpoint: kept.checkpoint ?? draw(),
    temporal: kept.temporal ?? draw(),
    witness: kept.witness ?? draw(),
    sealing: kept.sealing ?? randomBytes(SEALING_BYTES).toString('base64'),
  };
  if (Object.keys(kept).length < Object.keys(secrets).length) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: OWNER_ONLY });
    renameSync(`${file}.new`, file);
  }
  return secrets;
}
