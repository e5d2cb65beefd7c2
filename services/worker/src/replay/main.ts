/**
 * The replay gate: may this build take over the runs that others began? Replays recorded histories, and with --live a
 * sample of the open runs of TEMPORAL_ADDRESS. Exit code 0: all can go on; 1: one cannot, or the gate could not look;
 * 2: wrong use.
 */
import { parseArgs } from 'node:util';
import { asError } from '@checkpoint/contracts';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { bundle } from '../bundle.ts';
import { type GateConfig, readGateConfig } from './config.ts';
import { runGate } from './gate.ts';
import { type LiveSample, sampleLive } from './live.ts';
import { readStored } from './stored.ts';

/** Open runs that are replayed: some 50 ms each, so that a gate before an upgrade takes seconds. */
const LIVE_RUNS = 200;

/** Milliseconds to reach Temporal. A gate that hangs would hold up an upgrade until the job's own deadline. */
const CONNECT_WITHIN_MS = 10_000;

const USAGE = `usage: node services/worker/src/replay/main.ts [--histories <folder>] [--live] [--limit <runs>]
  --histories  replay the recorded histories of this folder
  --live       replay open runs of TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE and CHECKPOINT_TASK_QUEUE
  --limit      at most so many of them (default ${LIVE_RUNS})
The code is the bundle in CHECKPOINT_WORKFLOW_BUNDLE, or what stands in src/workflows.`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Options {
  readonly histories: string | undefined;
  readonly live: boolean;
  readonly limit: number;
}

function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: { histories: { type: 'string' }, live: { type: 'boolean' }, limit: { type: 'string' } },
    });
    const limit = Number(values.limit ?? LIVE_RUNS);
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new TypeError('--limit: give a whole number of at least 1');
    if (values.histories === undefined && values.live !== true) throw new TypeError('nothing to replay');
    return { histories: values.histories, live: values.live === true, limit };
  } catch (thrown) {
    say(`${asError(thrown).message}\n${USAGE}`);
    return undefined;
  }
}

async function live({ temporal }: GateConfig, limit: number): Promise<LiveSample> {
  if (temporal === undefined) throw new Error('--live needs TEMPORAL_ADDRESS: set it as for the workers');
  const { address, namespace, taskQueue, security } = temporal;
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_WITHIN_MS, ...security });
  try {
    return await sampleLive(new Client({ connection, namespace }), limit, taskQueue);
  } finally {
    await connection.close();
  }
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) return 2;
  const config = readGateConfig();
  const code =
    config.workflowBundle === undefined ? { code: await bundle() } : { codePath: config.workflowBundle };
  const stored = options.histories === undefined ? [] : await readStored(options.histories);
  const sample = options.live ? await live(config, options.limit) : undefined;
  if (sample !== undefined) say(`${sample.open} open runs, ${sample.histories.length} of them are replayed`);
  return await runGate(code, [...stored, ...(sample?.histories ?? [])], say);
}

// The core would report each refusal a second time, over many lines; a bisection finds refusals on purpose.
Runtime.install({
  logger: new DefaultLogger('ERROR', () => undefined),
  telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
});
try {
  process.exitCode = await main();
} catch (thrown) {
  say(`the gate could not look, so it refuses: ${asError(thrown).message}`);
  say('0 passed, 1 failed');
  process.exitCode = 1;
}
