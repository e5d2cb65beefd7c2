/** A worker process for tests to kill: performs one refund and prints what came of it. */
import { type Performing, startWorker } from './performing.ts';

const [databaseUrl = '', workerId = '', asked = ''] = process.argv.slice(2);
const worker = await startWorker(databaseUrl, workerId);
process.stdout.write('started\n');
const performed = await worker.once(JSON.parse(asked) as Performing);
process.stdout.write(`${JSON.stringify(performed)}\n`);
await worker.stop();
