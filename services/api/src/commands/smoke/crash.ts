import { randomUUID } from 'node:crypto';
import { WITNESS_KINDS, WitnessCounts } from '@checkpoint/contracts';
import { AgentList, HoldList, KillReport, RunDetail, WorkerList } from '@checkpoint/contracts/api';
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
  const { faultsAllowed } = AgentList.parse(await (await ask('GET', `${api}/api/agents`)).json());
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
    const seen = await readRun(api, runId);
    return seen.status === 'running' ? undefined : seen;
  });
  const counts = await countsOf(witness, runId);
  judge(checks, run, counts, workerId);
}

function judge(checks: Checks, run: RunDetail, counts: WitnessCounts, killed: string): void {
  const expected = DOCUMENTS * EFFECTS_OF_A_DOCUMENT;
  const { applications, duplicates } = counts.total;
  const resumed = run.resumes > 0 && run.workerId !== killed;
  const slowest = run.slowestResumeSeconds === null ? 'unknown' : `${run.slowestResumeSeconds.toFixed(2)} s`;
  checks.check('the run went on and completed', run.status === 'completed', run.status);
  checks.check(
    'another worker took it over',
    resumed,
    `resumes ${run.resumes}, the slowest after ${slowest}`,
  );
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
    const { holds } = HoldList.parse(await (await ask('GET', `${api}/api/runs/${runId}/holds`)).json());
    return holds[0]?.workerId;
  });
}

async function workerOf(api: string, runId: string): Promise<string> {
  return await until('a worker that holds the run', STEP_WITHIN_MS, async () => {
    const { workers } = WorkerList.parse(await (await ask('GET', `${api}/api/workers`)).json());
    return workers.find(({ holds }) => holds.some((held) => held.runId === runId && held.step > 1))?.workerId;
  });
}

async function kill(api: string, workerId: string): Promise<KillReport> {
  const url = `${api}/api/workers/${encodeURIComponent(workerId)}`;
  return KillReport.parse(await (await ask('DELETE', url)).json());
}

async function readRun(api: string, runId: string): Promise<RunDetail> {
  return RunDetail.parse(await (await ask('GET', `${api}/api/runs/${runId}`)).json());
}

async function countsOf(witness: string, runId: string): Promise<WitnessCounts> {
  return WitnessCounts.parse(await (await ask('GET', `${witness}/counts?runId=${runId}`)).json());
}

function describe({ action, observed, held }: KillReport): string {
  return `${action}, gone ${observed.gone}, certified ${observed.certifiedAt ?? 'not yet'}, it held ${held.length}`;
}

function inWords({ byKind }: WitnessCounts): string {
  return WITNESS_KINDS.filter((kind) => byKind[kind].arrivals > 0)
    .map((kind) => `${kind} ${byKind[kind].distinctKeys} keys in ${byKind[kind].applications} applications`)
    .join(', ');
}
