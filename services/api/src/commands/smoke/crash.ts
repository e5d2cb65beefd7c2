import { randomUUID } from 'node:crypto';
import { WITNESS_KINDS, WitnessCounts } from '@checkpoint/contracts';
import {
  AgentList,
  AttemptList,
  type AttemptView,
  HoldList,
  KillReport,
  RunDetail,
  WorkerList,
} from '@checkpoint/contracts/api';
import { ask, type Checks, until } from './checks.ts';

/** The agent whose effects the witness receives: a file, a row and a mail for each document. */
const AGENT = 'ledger';
const DOCUMENTS = 5;
const EFFECTS_OF_A_DOCUMENT = 3;
/** The mail of this step is on its way when the worker is killed: sent, and not recorded. */
const HELD = { step: 2, tool: 'send_mail', move: 'after_send' } as const;

/** A run of five steps takes a second or two; the rest is for a busy machine, ms. */
const STEP_WITHIN_MS = 60_000;
/** To the end of the run, a resume after a lease of 3 s included, ms. */
const END_WITHIN_MS = 120_000;

export interface Addresses {
  readonly api: string;
  readonly witness: string;
}

/**
 * Starts a run, kills the worker that holds it, and asks the witness. Where faults are allowed, the kill lands between
 * send and record for certain; elsewhere it lands where it may, and a run that ended first proves nothing and fails.
 */
export async function crash(checks: Checks, { api, witness }: Addresses): Promise<void> {
  const { faultsAllowed } = AgentList.parse(await get(`${api}/api/agents`));
  const runId = `helm-test-${randomUUID()}`;
  await ask('POST', `${api}/api/runs`, {
    agent: AGENT,
    runId,
    input: { documents: DOCUMENTS },
    faults: faultsAllowed ? [{ kind: 'hold', ...HELD }] : [],
  });
  const workerId = await (faultsAllowed ? holderOf(api, runId) : workerOf(api, runId));
  const place = faultsAllowed ? 'after its mail was sent and before that was recorded' : 'in the middle';
  const report = await kill(api, workerId);
  checks.check(`worker ${workerId} was killed ${place}`, report.held.length > 0, describe(report));
  const run = await until(`the end of run ${runId}`, END_WITHIN_MS, async () => {
    const seen = RunDetail.parse(await get(`${api}/api/runs/${runId}`));
    return seen.status === 'running' ? undefined : seen;
  });
  checks.check('the run went on and completed', run.status === 'completed', run.status);
  const { attempts } = AttemptList.parse(await get(`${api}/api/runs/${runId}/attempts`));
  checkTakeover(checks, report, attempts);
  checkWitness(checks, WitnessCounts.parse(await get(`${witness}/counts?runId=${runId}`)));
}

/** What the dead worker held was begun again by another one. */
function checkTakeover(checks: Checks, report: KillReport, attempts: readonly AttemptView[]): void {
  const { workerId, held, requestedAt } = report;
  const next = attempts.find(
    (attempt) =>
      attempt.workerId !== workerId &&
      attempt.startedAt >= requestedAt &&
      held.some(({ step, activity }) => step === attempt.step && activity === attempt.activity),
  );
  checks.check('another worker took over what it held', next !== undefined, inTime(next, requestedAt));
}

function inTime(attempt: AttemptView | undefined, requestedAt: string): string {
  if (attempt === undefined) return 'no later attempt at it';
  const seconds = (Date.parse(attempt.startedAt) - Date.parse(requestedAt)) / 1_000;
  const { step, tool, workerId } = attempt;
  return `${tool} of step ${step} by ${workerId}, ${seconds.toFixed(2)} s after the kill was asked for`;
}

function checkWitness(checks: Checks, counts: WitnessCounts): void {
  const expected = DOCUMENTS * EFFECTS_OF_A_DOCUMENT;
  const { applications, duplicates } = counts.total;
  const missing = WITNESS_KINDS.filter((kind) => kind !== 'payment' && !counts.sources.includes(kind));
  checks.check('the witness watches files, rows and mails', missing.length === 0, counts.sources.join(', '));
  checks.check(
    'every effect arrived at the witness',
    counts.total.distinctKeys === expected,
    inWords(counts),
  );
  checks.check('0 duplicates at the witness', duplicates === 0, `${duplicates} of ${applications}`);
}

async function holderOf(api: string, runId: string): Promise<string> {
  return await until(`the hold of step ${HELD.step}`, STEP_WITHIN_MS, async () => {
    const { holds } = HoldList.parse(await get(`${api}/api/runs/${runId}/holds`));
    return holds[0]?.workerId;
  });
}

async function workerOf(api: string, runId: string): Promise<string> {
  return await until('a worker that holds the run', STEP_WITHIN_MS, async () => {
    const { workers } = WorkerList.parse(await get(`${api}/api/workers`));
    return workers.find(({ holds }) => holds.some((held) => held.runId === runId && held.step > 1))?.workerId;
  });
}

async function kill(api: string, workerId: string): Promise<KillReport> {
  const url = `${api}/api/workers/${encodeURIComponent(workerId)}`;
  return KillReport.parse(await (await ask('DELETE', url)).json());
}

const get = async (url: string): Promise<unknown> => await (await ask('GET', url)).json();

function describe({ action, observed, held }: KillReport): string {
  return `${action}, gone ${observed.gone}, certified ${observed.certifiedAt ?? 'not yet'}, it held ${held.length}`;
}

function inWords({ byKind }: WitnessCounts): string {
  return WITNESS_KINDS.filter((kind) => byKind[kind].arrivals > 0)
    .map((kind) => `${kind} ${byKind[kind].distinctKeys} keys in ${byKind[kind].applications} applications`)
    .join(', ');
}
