import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { asError } from '@checkpoint/contracts';
import { createChecks, sendToken } from './checks.ts';
import { crash } from './crash.ts';
import { reach, reachWorkers } from './reach.ts';

/**
 * A command: asks every part of an installation whether it answers, and kills a worker in the middle of a run.
 *
 *   node smoke/main.ts --api=URL [--token-file=FILE] [--witness=URL] [--workers=N] [--reach=URL]…
 *
 * Without a witness nothing is killed: nobody could count. Exit code 0: every check passed.
 */
async function main(): Promise<void> {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  const checks = createChecks(write);
  try {
    const options = optionsOf(process.argv.slice(2));
    if (options.tokenFile !== undefined) sendToken(readFileSync(options.tokenFile, 'utf8').trim());
    await reach(checks, 'the API', `${options.api}/readyz`);
    await reach(checks, 'the panel', `${options.api}/`);
    for (const url of options.reach) await reach(checks, new URL(url).hostname, url);
    if (options.witness !== undefined) await reach(checks, 'the witness', `${options.witness}/readyz`);
    if (options.workers > 0) await reachWorkers(checks, options.api, options.workers);
    if (options.witness !== undefined && options.workers > 0) {
      await crash(checks, { api: options.api, witness: options.witness });
    }
  } catch (thrown) {
    checks.check('the test came to its end', false, asError(thrown).message);
  }
  write(`${checks.passed} passed, ${checks.failed} failed`);
  process.exitCode = checks.failed === 0 ? 0 : 1;
}

function optionsOf(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      api: { type: 'string' },
      witness: { type: 'string' },
      workers: { type: 'string', default: '0' },
      'token-file': { type: 'string' },
      reach: { type: 'string', multiple: true, default: [] },
    },
  });
  const { api, witness, reach: urls } = values;
  if (api === undefined) throw new Error('--api is missing: give the address of the API, http://host:port');
  const tokenFile = values['token-file'];
  return { api, tokenFile, witness, reach: urls, workers: Number(values.workers) };
}

await main();
