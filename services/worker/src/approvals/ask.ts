import type { AnyTool, Approval } from '@checkpoint/agent';
import { DEFAULT_APPROVAL_EXPIRY_MS } from '@checkpoint/agent';
import { type ApprovalRule, asError, effectKey, type Json } from '@checkpoint/contracts';
import { z } from 'zod';
import type { Begun, WorkerContext } from '../activities/context.ts';
import { maskSecrets } from '../sealing.ts';
import { run } from '../store/statements.ts';
import { type Asked, placeOf, readGate } from './asked.ts';
import type { Gate } from './gate-row.ts';
import { shownArgs, storedSha256 } from './shown.ts';

/** Characters of a question: one line. */
const QUESTION_KEPT_CHARS = 500;

/**
 * Asks the tool whether a person is needed, once for a call, and writes its answer down. Undefined when the tool asks
 * nobody, or when the effect had begun under a build whose tool asked nobody.
 */
export async function ask(worker: WorkerContext, begun: Begun, asked: Asked): Promise<Gate | undefined> {
  const { tool, call, input } = asked;
  if (tool.approval === undefined) return undefined;
  const { approval, secrets = [] } = tool;
  const rule = ruleFor(approval, begun, input);
  const shown = shownArgs(call.args, secrets);
  const question = {
    tool: tool.name,
    rule: rule === 'not_needed' ? 'predicate' : rule,
    state: rule === 'not_needed' ? 'not_needed' : 'waiting',
    risk: approval.risk,
    question: questionOf(approval, secrets, input),
    separateApprover: begun.agent.separateApprover ?? false,
    inputSchema: jsonSchemaOf(tool),
    secrets,
    shown: shown.text,
    argsSha256: shown.sha256,
    storedSha256: storedSha256(call.args),
    expiresInMs: approval.expiresInMs ?? DEFAULT_APPROVAL_EXPIRY_MS,
  };
  const [runId, step, toolUseId] = placeOf(begun);
  const key = effectKey({ runId, step, toolUseId });
  await run(worker.pool, 'ask-approval', [
    ...[runId, step, toolUseId],
    ...[JSON.stringify(question), key, worker.workerId],
  ]);
  return await readGate(worker, begun);
}

function ruleFor(
  approval: Approval<never, never>,
  { settings, agentInput }: Begun,
  input: unknown,
): ApprovalRule | 'not_needed' {
  if (approval.when === 'always') return 'always';
  try {
    const needed: unknown = approval.when(input as never, { settings: settings as never, agentInput });
    return needed === false ? 'not_needed' : 'predicate';
  } catch {
    // A rule that cannot tell has not said that nobody is needed.
    return 'predicate_failed';
  }
}

/** The author's line, without secrets. A question that cannot be put leaves the arguments to speak for themselves. */
function questionOf(
  approval: Approval<never, never>,
  secrets: readonly string[],
  input: unknown,
): string | null {
  if (approval.question === undefined) return null;
  try {
    const hidden = secrets.map((name) => (input as { readonly [name: string]: Json })[name] ?? null);
    const line = maskSecrets(approval.question(input as never), hidden);
    return line.replaceAll(/\s+/g, ' ').replaceAll('\0', '').slice(0, QUESTION_KEPT_CHARS);
  } catch (thrown) {
    return `(the question could not be put: ${asError(thrown).name})`;
  }
}

/** What edited arguments must fit; what JSON Schema cannot say is left to the tool's own schema, which has the last word. */
function jsonSchemaOf(tool: AnyTool): unknown {
  return z.toJSONSchema(tool.input, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' });
}
