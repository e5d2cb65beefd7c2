import { TerminalError } from '@checkpoint/contracts';
import type { StartRunBody } from '@checkpoint/contracts/api';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { shown, valueAt } from '../plugins/field-errors.ts';
import { type AgentSchema, findAgent, listAgents } from '../store/agents.ts';
import type { Db } from '../store/statements.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);

/** One compiled schema an agent: a newer build replaces it. */
const compiled = new Map<string, { readonly buildId: string; readonly validate: ValidateFunction }>();

/** Throws AGENT_UNKNOWN, or AGENT_INPUT_INVALID with one entry for each field that the agent's schema refuses. */
export async function checkInput(db: Db, body: StartRunBody): Promise<void> {
  const agent = await findAgent(db, body.agent);
  if (agent === undefined) throw await unknownAgent(db, body.agent);
  const validate = validatorOf(agent);
  if (validate(body.input)) return;
  const errors = (validate.errors ?? []).map((error) => fieldError(error, body.input));
  throw new TerminalError(
    'AGENT_INPUT_INVALID',
    errors.map((error) => `${error.field}: ${error.message}`).join('; '),
    { errors },
  );
}

function validatorOf(agent: AgentSchema): ValidateFunction {
  const known = compiled.get(agent.name);
  if (known?.buildId === agent.buildId) return known.validate;
  const validate = ajv.compile(agent.inputSchema as object);
  compiled.set(agent.name, { buildId: agent.buildId, validate });
  return validate;
}

function fieldError(error: ErrorObject, input: unknown): { field: string; message: string } {
  const path = error.instancePath.split('/').slice(1);
  const absent = error.keyword === 'required' ? [error.params.missingProperty as string] : [];
  const extra = error.keyword === 'additionalProperties' ? [error.params.additionalProperty as string] : [];
  const field = [...path, ...absent, ...extra];
  const allowed = error.keyword === 'enum' ? ` (${JSON.stringify(error.params.allowedValues)})` : '';
  return {
    field: ['body.input', ...field].join('.'),
    message: `${shown(valueAt(input, field))}: ${error.message ?? 'is refused'}${allowed}`,
  };
}

async function unknownAgent(db: Db, name: string): Promise<TerminalError> {
  const names = (await listAgents(db)).map((agent) => agent.name);
  const remedy =
    names.length === 0
      ? 'no worker has registered an agent yet; start a worker'
      : `use one of ${names.join(', ')}`;
  return new TerminalError('AGENT_UNKNOWN', `body.agent: got ${JSON.stringify(name)}; ${remedy}`);
}
