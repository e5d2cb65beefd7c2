import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Secrets = z.object({
  postgres: z.string(),
  checkpoint: z.string(),
  temporal: z.string(),
  witness: z.string(),
});
/** Passwords of the database roles, by role. */
export type Secrets = z.infer<typeof Secrets>;

/** 144 bits, and an alphabet that needs no escaping in a URL. */
const PASSWORD_BYTES = 18;
const OWNER_ONLY = 0o600;

/** The passwords of this data folder, drawn at its first start and readable by its owner only. */
export function secretsOf(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const draw = () => randomBytes(PASSWORD_BYTES).toString('base64url');
    const drawn: Secrets = { postgres: draw(), checkpoint: draw(), temporal: draw(), witness: draw() };
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(drawn), { mode: OWNER_ONLY });
    renameSync(`${file}.new`, file);
  }
  return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
}
