import type { AnyTool } from '@checkpoint/agent';
import {
  APPROVAL_PENDING,
  type ApprovalPending,
  InvariantError,
  type Json,
  TerminalError,
  type ToolOutput,
} from '@checkpoint/contracts';
import { z } from 'zod';
import type { Begun, WorkerContext } from '../activities/context.ts';
import { openFields } from '../sealing.ts';
import { run } from '../store/statements.ts';
import { ask } from './ask.ts';
import { type Asked, placeOf, readGate } from './asked.ts';
import type { Gate } from './gate-row.ts';
import { shownArgs, storedSha256 } from './shown.ts';

/** May go on, with which arguments; or must not be called, and what the model is told in its place. */
export type Passage =
  | { readonly kind: 'go'; readonly args: Json; readonly input: unknown }
  | { readonly kind: 'told'; readonly output: ToolOutput };

/**
 * Whether a call may be made. The decision is always read from Postgres. Throws TerminalError APPROVAL_PENDING while a
 * person has not decided: the workflow then waits, and asks again when it is told or when the time has run out. Throws
 * InvariantError when edited arguments are not those that were decided.
 */
export async function passGate(worker: WorkerContext, begun: Begun, asked: Asked): Promise<Passage> {
  const gate = begun.approval ?? (await ask(worker, begun, asked));
  if (gate === undefined) return { kind: 'go', args: asked.call.args, input: asked.input };
  if (gate.state !== 'waiting') return await decided(worker, begun, asked, gate);
  if (gate.expiresInMs > 0) throw pending(begun, asked.tool, gate.expiresInMs);
  await run(worker.pool, 'expire-approval', placeOf(begun));
  return await again(worker, begun, asked);
}

/** Reads the row once more after this attempt has changed it, or found that somebody else was faster. */
async function again(worker: WorkerContext, begun: Begun, asked: Asked): Promise<Passage> {
  const gate = await readGate(worker, begun);
  if (gate === undefined) throw new InvariantError(`the approval of ${placeOf(begun).join(':')} is gone`);
  if (gate.state === 'waiting') throw pending(begun, asked.tool, gate.expiresInMs);
  return await decided(worker, begun, asked, gate);
}

async function decided(worker: WorkerContext, begun: Begun, asked: Asked, gate: Gate): Promise<Passage> {
  switch (gate.state) {
    case 'approved':
    case 'not_needed':
      return { kind: 'go', args: asked.call.args, input: asked.input };
    case 'edited':
      return await edited(worker, begun, asked, gate);
    case 'rejected':
      return told('REJECTED', `a person refused this call, so it did not run: ${gate.reason ?? ''}`);
    case 'expired':
      return told(
        'APPROVAL_EXPIRED',
        'nobody decided about this call in time, so it counts as refused and did not run',
      );
    case 'answered':
      return { kind: 'told', output: { ok: true, value: gate.answer as Json } };
    case 'withdrawn':
      throw new TerminalError(
        'RUN_STOPPED',
        `${placeOf(begun).join(':')}: its run had ended while it waited`,
      );
    case 'waiting':
      throw new InvariantError(`the approval of ${placeOf(begun).join(':')} waits and is decided`);
  }
}

/**
 * What runs is what was asked about: the hashes of what was shown, and of what lies sealed behind it, are those of the
 * question. Called before the arguments are opened. Throws InvariantError.
 */
export function checkAsked(begun: Begun, call: NonNullable<Begun['call']>): void {
  const gate = begun.approval;
  if (gate === null) return;
  const shown = shownArgs(call.args, gate.secrets);
  if (shown.sha256 === gate.argsSha256 && storedSha256(call.args) === gate.storedSha256) return;
  throw new InvariantError(
    `${placeOf(begun).join(':')}: the arguments of ${call.tool} are not those that were asked about`,
    { askedSha256: gate.argsSha256, sha256: shown.sha256 },
  );
}

/** The edited arguments, if the tool's own schema takes them. It knows more than the JSON Schema that the API checks by. */
async function edited(
  worker: WorkerContext,
  begun: Begun,
  { tool, call, input }: Asked,
  gate: Gate,
): Promise<Passage> {
  const args = gate.editedArgs as Json;
  if (shownArgs(args, gate.secrets).sha256 !== gate.editedSha256) {
    throw new InvariantError(
      `${placeOf(begun).join(':')}: the edited arguments are not those that were decided`,
    );
  }
  const parsed = tool.input.safeParse(openFields(args, worker.sealer));
  if (parsed.success) return { kind: 'go', args, input: parsed.data };
  const message = z.prettifyError(parsed.error).slice(0, REFUSAL_KEPT_CHARS);
  await run(worker.pool, 'refuse-edit', [...placeOf(begun), message]);
  return await again(worker, begun, { tool, call, input });
}

/** Characters that are kept of why the tool's schema refused an edit: the first issues are the useful ones. */
const REFUSAL_KEPT_CHARS = 2_000;

function told(code: string, message: string): Passage {
  return { kind: 'told', output: { ok: false, error: { code, message } } };
}

function pending(begun: Begun, tool: AnyTool, expiresInMs: number): TerminalError {
  const details: ApprovalPending = { expiresInMs };
  return new TerminalError(APPROVAL_PENDING, `${tool.name} of step ${begun.step} waits for a person`, {
    ...details,
  });
}
