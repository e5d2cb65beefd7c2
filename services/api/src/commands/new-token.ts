/** A command: draws a token for a person, a program or the workers. `npm run token -- <name> <role>[,<role>]` */
import { createHash, randomBytes } from 'node:crypto';
import { ROLES, type Role } from '@checkpoint/contracts';

/** 192 bits: nobody guesses it, so a plain SHA-256 of it may be kept. */
const TOKEN_BYTES = 24;
/** So that a token is recognised where it does not belong. */
const PREFIX = 'cpt_';

const [subject, list] = process.argv.slice(2);
const roles = (list ?? '')
  .split(',')
  .filter((role): role is Role => (ROLES as readonly string[]).includes(role));
if (subject === undefined || roles.length === 0 || roles.length !== list?.split(',').length) {
  process.stderr.write(`usage: npm run token -- <name> <role>[,<role>]; roles: ${ROLES.join(', ')}\n`);
  process.exitCode = 2;
} else {
  const token = `${PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const sha256 = createHash('sha256').update(token).digest('hex');
  // The entry alone goes to standard output, so that it can be piped into the file.
  process.stderr.write(`token, shown this once: ${token}\n`);
  process.stdout.write(`${JSON.stringify({ subject, roles, sha256 })}\n`);
}
