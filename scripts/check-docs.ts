/**
 * `npm run docs:check`: what the docs say exists, and what exists is in the docs. Prints `file:line message` for each
 * difference and exits with 1 when there is one. What it checks is at the top of each file in `scripts/docs/`.
 */
import { fileURLToPath } from 'node:url';
import { ERROR_CATALOGUE } from '@checkpoint/contracts';
import { checkCommands } from './docs/commands.ts';
import { checkEnvironment } from './docs/environment.ts';
import { checkErrors } from './docs/errors.ts';
import { shown } from './docs/finding.ts';
import { checkLinks } from './docs/links.ts';
import { readPages } from './docs/pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = readPages(root);
const findings = [
  ...checkErrors(root, ERROR_CATALOGUE),
  ...checkLinks(root, pages),
  ...checkCommands(root, pages),
  ...checkEnvironment(root),
];
for (const finding of findings) process.stdout.write(`${shown(finding)}\n`);
if (findings.length > 0) process.exitCode = 1;
else process.stdout.write(`docs: ${pages.length} pages say what the code does\n`);
