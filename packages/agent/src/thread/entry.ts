/** The first code in each thread: loads the tool's module, calls its function, and tells what came of it. */
import { asError, NotSent, Refused } from '@checkpoint/contracts';
import type { ThreadFunction, ThreadOutcome, ThreadTask } from './context.ts';
import { permitIn } from './permit.ts';

/** Never throws: an error would arrive without its class. */
export default async function run(task: ThreadTask): Promise<ThreadOutcome> {
  const permit = permitIn(task.permit);
  try {
    const call = await load(task);
    // The check before the send (DESIGN §4): the task may have waited for a thread.
    if (permit.remainingMs() <= 0) throw new NotSent('its time was over before a thread was free');
    permit.begin();
    const context = { ...task.context, remainingMs: permit.remainingMs };
    return { kind: 'done', done: await call(task.input, context) };
  } catch (thrown) {
    return outcomeOf(asError(thrown));
  }
}

async function load({ module, name }: ThreadTask): Promise<ThreadFunction<unknown, unknown>> {
  const exports = (await import(module).catch((cause: unknown) => {
    throw new NotSent(`${module} cannot be loaded: ${asError(cause).message}`);
  })) as Record<string, unknown>;
  const found = exports[name];
  if (typeof found !== 'function') throw new NotSent(`${module} exports no function ${name}`);
  return found as ThreadFunction<unknown, unknown>;
}

function outcomeOf(error: Error): ThreadOutcome {
  if (error instanceof Refused) return { kind: 'refused', message: error.message, reason: error.reason };
  if (error instanceof NotSent) return { kind: 'not_sent', message: error.message };
  return { kind: 'failed', name: error.name, message: error.message, stack: error.stack ?? '' };
}
