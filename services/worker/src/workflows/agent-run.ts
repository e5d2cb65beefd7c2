import {
  type AgentActivities,
  type AgentRunInput,
  type AgentRunResult,
  type CallToolResult,
  type ModelTurnRef,
  WORKER_DIED_SIGNAL,
} from '@checkpoint/contracts/workflow';
import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { SUMMARISE_LONG_RESULTS, summarisesLongResults } from './patches.ts';
import { createResolutions, type Resolutions } from './resolutions.ts';
import { summariseLong } from './summaries.ts';

/**
 * Events of one execution. A worker that takes a run over replays them: 9 ms of CPU, and 0.23 ms an event. A dead worker's
 * runs arrive all at once, so this is some ten steps, 40 ms each. Continuing as new costs a run of trivial steps a twelfth
 * of its time at 128 events, a twentieth at 256, a third at 64 (40 steps, six runs each, on two busy cores).
 */
const EVENTS_AN_EXECUTION = 128;

const workerDied = defineSignal(WORKER_DIED_SIGNAL);

/**
 * No maximum of attempts: deaths of workers must not use up a tool's budget, which the journal counts. A heartbeat
 * that stays away for 2.5 s is the backstop when no API is alive to fail a dead worker's tasks.
 */
const { callModel, callTool, summariseResult } = proxyActivities<AgentActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '2500 milliseconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '10 seconds' },
});

/**
 * The generic loop: model → tools → next step. It holds references only; the conversation lives in Postgres. Inside a
 * step, calls that only read run first and together, then the effects together, so that a step may look before it acts.
 */
export async function agentRun(input: AgentRunInput): Promise<AgentRunResult> {
  try {
    return await loop(input);
  } catch (thrown) {
    // A worker that dies after the cancellation fails its attempt, and Temporal does not retry that of a cancelled run:
    // whatever ended the loop, the run was cancelled.
    if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('the run was cancelled');
    throw thrown;
  }
}

async function loop(input: AgentRunInput): Promise<AgentRunResult> {
  const { runId, maxSteps } = input;
  const summarises = summarisesLongResults(input);
  const resolutions = createResolutions();
  setHandler(workerDied, () => undefined);
  for (let step = input.firstStep; step <= maxSteps; step += 1) {
    const turn = await callModel({ runId, step });
    if (turn.calls.length === 0 && turn.finishId === undefined) return { steps: step, endedBy: 'answer' };
    const allWell = await callTools({ runId, step, summarises }, turn, resolutions);
    // A finish beside a call that went wrong is not honoured: the model hears of the failure first.
    if (turn.finishId !== undefined && allWell) return { steps: step, endedBy: 'finish' };
    if (workflowInfo().continueAsNewSuggested || workflowInfo().historyLength >= EVENTS_AN_EXECUTION) {
      await continueAsNew<typeof agentRun>({
        ...input,
        firstStep: step + 1,
        patches: summarises ? [SUMMARISE_LONG_RESULTS] : [],
      });
    }
  }
  throw ApplicationFailure.nonRetryable(
    `the run used up its budget of ${maxSteps} steps`,
    'BUDGET_EXCEEDED',
    {
      budget: 'maxSteps',
      limit: maxSteps,
    },
  );
}

async function callTools(
  { runId, step, summarises }: { runId: string; step: number; summarises: boolean },
  turn: ModelTurnRef,
  resolutions: Resolutions,
): Promise<boolean> {
  const call = async (toolUseId: string): Promise<CallToolResult> => {
    const place = { runId, step, toolUseId };
    const result = await resolutions.untilKnown(`${step}:${toolUseId}`, () => callTool(place));
    await summariseLong({ summarises, summariseResult }, place, result);
    return result;
  };
  const results: CallToolResult[] = [];
  for (const kind of ['read', 'effect'] as const) {
    const wave = turn.calls.filter((item) => item.kind === kind);
    results.push(...(await allSettled(wave.map((item) => call(item.toolUseId)))));
  }
  return results.every((result) => result.ok);
}

/** Waits for all, so that nothing is left in flight, and only then throws the first failure. */
async function allSettled<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises);
  const failed = settled.find((item) => item.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return settled.flatMap((item) => (item.status === 'fulfilled' ? [item.value] : []));
}
