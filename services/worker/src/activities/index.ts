import {
  type AgentActivities,
  APPROVAL_PENDING,
  type AttemptOutcome,
  asError,
  MODEL_ACTIVITY,
  RetryableError,
  TerminalError,
  UnknownOutcomeError,
} from '@checkpoint/contracts';
import { Context } from '@temporalio/activity';
import type { HandOver } from '../hand-over.ts';
import { run } from '../store/statements.ts';
import { inAttemptSpan } from '../tracing/attempt.ts';
import { callModel, type ModelChain } from './call-model.ts';
import { callTool, type Signals } from './call-tool.ts';
import { type Begun, begin, type WorkerContext } from './context.ts';
import { errorReport, toTemporalFailure } from './failures.ts';
import { summariseResult, summaryActivity } from './summarise-result.ts';

/** Milliseconds between heartbeats: two are missed before Temporal's time-out of 2.5 s ends the attempt. */
const HEARTBEAT_MS = 1_000;

/** The activities of the loop. Each records its attempt first, and its end in the round trip that settles it. */
export function createActivities(
  worker: WorkerContext,
  chainOf: (begun: Begun) => ModelChain,
): AgentActivities {
  return {
    callModel: ({ runId, step }) =>
      attempt(worker, { runId, step, activity: MODEL_ACTIVITY }, (begun, signals) =>
        callModel(worker, chainOf, begun, signals.read),
      ),
    callTool: ({ runId, step, toolUseId }) =>
      attempt(worker, { runId, step, activity: toolUseId }, (begun, signals) =>
        callTool(worker, begun, signals),
      ),
    summariseResult: ({ runId, step, toolUseId }) =>
      attempt(worker, { runId, step, activity: summaryActivity(toolUseId) }, (begun, signals) =>
        summariseResult(worker, chainOf(begun), { ...begun, toolUseId }, signals.read),
      ),
  };
}

async function attempt<T>(
  worker: WorkerContext,
  place: { runId: string; step: number; activity: string },
  work: (begun: Begun, signals: Signals) => Promise<T>,
): Promise<T> {
  const { handOver } = worker;
  if (handOver.begun) throw toTemporalFailure(workerStopping(worker.workerId));
  const context = Context.current();
  const startMs = Date.now();
  const label = `${place.runId}:${place.step}:${place.activity}`;
  handOver.holdings.begin(place.runId, label);
  const heartbeat = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  let begun: Begun | undefined;
  try {
    const { attempt: number, taskToken } = context.info;
    const recorded = await begin(worker, { ...place, attempt: number, taskToken });
    begun = recorded;
    const working = inAttemptSpan(worker, recorded, startMs, () =>
      work(recorded, signalsOf(context, handOver)),
    );
    return await untilOver(working, handOver.over);
  } catch (thrown) {
    // Temporal cancels also when the worker stops: then the run goes on elsewhere.
    const cancelled =
      context.cancellationSignal.aborted && context.cancellationDetails?.workerShutdown !== true;
    if (handOver.begun && !cancelled && !isFinal(thrown)) {
      const stopping = workerStopping(worker.workerId, thrown);
      if (begun !== undefined) await recordFailure(worker, begun, stopping, cancelled);
      throw toTemporalFailure(stopping);
    }
    if (begun !== undefined) await recordFailure(worker, begun, thrown, cancelled);
    throw cancelled && !(thrown instanceof TerminalError)
      ? context.cancellationSignal.reason
      : toTemporalFailure(thrown);
  } finally {
    clearInterval(heartbeat);
    handOver.holdings.end(label);
  }
}

/** Waits for the work, and no longer than this process does: a tool that hangs goes on without us. */
async function untilOver<T>(working: Promise<T>, over: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(over.reason);
  over.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([working, promise]);
  } finally {
    over.removeEventListener('abort', end);
  }
}

/** What an attempt ends with that this worker gives up because its own end is near. It is retried elsewhere at once. */
function workerStopping(workerId: string, cause?: unknown): RetryableError {
  const text = `worker ${workerId} hands over: its end is near`;
  return new RetryableError('WORKER_STOPPING', text, 1, { workerId }, cause);
}

function isFinal(thrown: unknown): boolean {
  return thrown instanceof TerminalError || thrown instanceof UnknownOutcomeError;
}

function signalsOf(context: Context, handOver: HandOver): Signals {
  return {
    read: AbortSignal.any([context.cancellationSignal, handOver.reads]),
    effect: handOver.effects,
    last: handOver.last,
  };
}

/** An attempt that ends so that its run can wait for a person has not failed. */
function outcomeOf(thrown: unknown, cancelled: boolean): AttemptOutcome {
  if (thrown instanceof TerminalError && thrown.code === APPROVAL_PENDING) return 'parked';
  return cancelled ? 'cancelled' : 'failed';
}

async function recordFailure(
  worker: WorkerContext,
  begun: Begun,
  thrown: unknown,
  cancelled: boolean,
): Promise<void> {
  const { runId, step, activity, attempt: number } = begun;
  const outcome = outcomeOf(thrown, cancelled);
  const error = outcome === 'parked' ? null : JSON.stringify(errorReport(thrown));
  try {
    await run(worker.pool, 'end-attempt', [runId, step, activity, number, outcome, error]);
    if (activity === MODEL_ACTIVITY && thrown instanceof TerminalError) {
      await run(worker.pool, 'fail-step', [runId, step, error]);
    }
  } catch (second) {
    // Postgres is away: the attempt stays open and is closed by the next one or by a certificate.
    Context.current().log.warn('the end of an attempt could not be recorded', {
      error: asError(second).message,
    });
  }
}
