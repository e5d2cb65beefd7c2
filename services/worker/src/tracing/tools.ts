import type { Agent, AnyTool } from '@checkpoint/agent';
import { asError, NotSent, Refused } from '@checkpoint/contracts';
import { type Attributes, CHECKPOINT, GEN_AI, inSpan, isTracing, type Span } from '@checkpoint/telemetry';

/** What a tool is handed: a read has no key. */
interface Called {
  readonly toolUseId: string;
  readonly key?: string;
  readonly epoch?: number;
}

/** The agents with each execution of a tool in a span of its own. The same agents while tracing is off. */
export function tracedAgents(agents: ReadonlyMap<string, Agent>): ReadonlyMap<string, Agent> {
  if (!isTracing()) return agents;
  return new Map(
    [...agents].map(([name, agent]) => [name, { ...agent, tools: agent.tools.map(tracedTool) }]),
  );
}

function tracedTool(tool: AnyTool): AnyTool {
  const execute = (input: unknown, called: Called) =>
    inSpan(`${GEN_AI.operations.executeTool} ${tool.name}`, { attributes: told(tool, called) }, (span) =>
      reported(span, called, () => tool.execute(input, called as never)),
    );
  // Threads mark their functions; what is put around one carries the mark.
  const traced = { ...tool, execute: Object.assign(execute, tool.execute) };
  if (tool.readOnly === true || tool.delivery !== 'probed') return traced as AnyTool;
  const probe = (key: string, called: Called) =>
    inSpan(`probe ${tool.name}`, { attributes: told(tool, called), kind: 'client' }, async (span) => {
      const found = await tool.probe(key, called as never);
      span.setAttribute(CHECKPOINT.probeFound, found.kind);
      return found;
    });
  return { ...traced, probe } as AnyTool;
}

function told(tool: AnyTool, { toolUseId, key, epoch }: Called): Attributes {
  return {
    [GEN_AI.operationName]: GEN_AI.operations.executeTool,
    [GEN_AI.toolName]: tool.name,
    [GEN_AI.toolType]: 'function',
    [GEN_AI.toolCallId]: toolUseId,
    ...(key === undefined ? {} : { [CHECKPOINT.effectKey]: key }),
    ...(epoch === undefined ? {} : { [CHECKPOINT.effectEpoch]: epoch }),
  };
}

/** What the tool says of its send (DESIGN §4, move 3). Whether it settled is the attempt's to tell. */
async function reported<T>(span: Span, { key }: Called, execute: () => Promise<T>): Promise<T> {
  if (key === undefined) return await execute();
  try {
    const done = await execute();
    span.setAttribute(CHECKPOINT.effectSent, 'done');
    return done;
  } catch (thrown) {
    const error = asError(thrown);
    const sent = error instanceof Refused ? 'refused' : error instanceof NotSent ? 'not_sent' : 'ambiguous';
    span.setAttribute(CHECKPOINT.effectSent, sent);
    throw thrown;
  }
}
