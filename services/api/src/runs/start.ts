import { createHash, randomInt } from 'node:crypto';
import { asError, canonicalJson, TerminalError } from '@checkpoint/contracts';
import type { StartRunBody } from '@checkpoint/contracts/api';
import type { FastifyBaseLogger } from 'fastify';
import { allows, type Principal } from '../auth/principal.ts';
import type { ApiParts } from '../parts.ts';
import { inTransaction } from '../store/pool.ts';
import { runStatus } from '../store/runs.ts';
import { findStartRequest, insertRun, insertStartRequest } from '../store/starts.ts';
import { workflowExists } from '../temporal/describe.ts';
import { startWorkflow } from '../temporal/start.ts';
import { inStartSpan } from '../tracing/runs.ts';
import { checkInput } from './check-input.ts';

export interface StartRequest {
  readonly body: StartRunBody;
  readonly idempotencyKey: string | undefined;
  readonly caller: Principal;
}

export interface Started {
  readonly runId: string;
  /** `written`: the row is there, Temporal did not answer, the starter goes on. `repeated`: an earlier request did it. */
  readonly how: 'started' | 'written' | 'repeated';
}

/**
 * Starts a run once. The row and the request's key are committed before Temporal is asked, so whoever dies in between
 * leaves a row that the starter takes up; nothing is lost and nothing starts twice (the workflow id is the run's id).
 */
export async function startRun(
  parts: ApiParts,
  log: FastifyBaseLogger,
  request: StartRequest,
): Promise<Started> {
  const { body, idempotencyKey, caller } = request;
  const bodySha256 = createHash('sha256').update(canonicalJson(body)).digest('hex');
  const before = idempotencyKey && (await earlier(parts, idempotencyKey, bodySha256));
  if (before) return await again(parts, log, before, body);

  refuseFaults(parts, body, caller);
  await checkInput(parts.pool, body);
  const runId = body.runId ?? drawRunId(body.agent);
  if (body.runId !== undefined && (await existsInTemporal(parts, log, runId))) throw taken(runId);

  const written = await inTransaction(parts.pool, async (db) => {
    if (idempotencyKey !== undefined && (await findStartRequest(db, idempotencyKey))) return false;
    if (!(await insertRun(db, runId, body, starterOf(caller)))) throw taken(runId);
    if (idempotencyKey === undefined) return true;
    if (await insertStartRequest(db, idempotencyKey, { runId, bodySha256 })) return true;
    // The same key came twice at once and the other request won: its run stands, this row is rolled back.
    throw new KeyLost();
  }).catch((thrown: unknown) => {
    if (thrown instanceof KeyLost) return false;
    throw thrown;
  });
  if (!written && idempotencyKey !== undefined) {
    const winner = await earlier(parts, idempotencyKey, bodySha256);
    if (winner !== undefined) return await again(parts, log, winner, body);
  }
  return { runId, how: (await begin(parts, log, runId, body)) ? 'started' : 'written' };
}

class KeyLost extends Error {}

async function earlier(parts: ApiParts, key: string, bodySha256: string): Promise<string | undefined> {
  const found = await findStartRequest(parts.pool, key);
  if (found === undefined) return undefined;
  if (found.bodySha256 === bodySha256) return found.runId;
  throw new TerminalError(
    'IDEMPOTENCY_KEY_REUSED',
    `Idempotency-Key ${JSON.stringify(key)} started run ${found.runId} with another body; send the same body, or draw a new key`,
    { runId: found.runId },
  );
}

/** A repeated request also mends a start that a crash cut off. */
async function again(
  parts: ApiParts,
  log: FastifyBaseLogger,
  runId: string,
  body: StartRunBody,
): Promise<Started> {
  const run = await runStatus(parts.pool, runId);
  if (run?.status === 'running' && run.cancel_requested_at === null) await begin(parts, log, runId, body);
  return { runId, how: 'repeated' };
}

/** False when Temporal does not answer: the starter goes on from the row. */
async function begin(
  parts: ApiParts,
  log: FastifyBaseLogger,
  runId: string,
  body: StartRunBody,
): Promise<boolean> {
  try {
    const { maxSteps } = body.budgets;
    await inStartSpan(runId, () => startWorkflow(parts.temporal, { runId, maxSteps }));
    parts.onRunStarted(runId);
    return true;
  } catch (thrown) {
    log.warn({ err: asError(thrown), run: runId }, 'the run is written and not started; the starter goes on');
    return false;
  }
}

/** Null where nobody is asked who they are. */
function starterOf({ via, subject }: Principal): string | null {
  return via === 'unauthenticated' ? null : subject;
}

function refuseFaults(parts: ApiParts, body: StartRunBody, caller: Principal): void {
  const field = body.faults.length > 0 ? 'faults' : body.journal === 'off' ? 'journal' : undefined;
  if (field === undefined) return;
  if (!allows(caller, 'chaos')) {
    throw new TerminalError(
      'ROLE_MISSING',
      `body.${field}: ${caller.subject} needs the role chaos to ask for this`,
      {
        role: 'chaos',
      },
    );
  }
  if (parts.settings.faultsAllowed) return;
  throw new TerminalError(
    'FAULTS_NOT_ALLOWED',
    `body.${field}: got ${JSON.stringify(body[field])}; leave it out, or run API and workers with CHECKPOINT_FAULTS=allowed`,
  );
}

/** A run that this database does not know may live in Temporal: its id is not free. An absent server says nothing. */
async function existsInTemporal(parts: ApiParts, log: FastifyBaseLogger, runId: string): Promise<boolean> {
  try {
    return await workflowExists(parts.temporal, runId);
  } catch (thrown) {
    log.warn({ err: asError(thrown), run: runId }, 'Temporal was not asked whether the id is free');
    return false;
  }
}

function taken(runId: string): TerminalError {
  return new TerminalError(
    'RUN_ID_TAKEN',
    `body.runId: got ${JSON.stringify(runId)}, which a run has or had; ids are never reused, choose another or leave it out`,
  );
}

const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
/** 26^10: two of a million runs collide with a chance of 1 in 280, and a collision is refused, not merged. */
const ID_CHARS = 10;
/** A run id has at most 63 characters. */
const MAX_AGENT_CHARS = 63 - ID_CHARS - 1;

function drawRunId(agent: string): string {
  const random = Array.from({ length: ID_CHARS }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('');
  const prefix = agent
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${prefix.slice(0, MAX_AGENT_CHARS) || 'run'}-${random}`;
}
