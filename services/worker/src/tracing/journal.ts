import { AppError } from '@checkpoint/contracts';
import type { Effect, Journal, Performed } from '@checkpoint/journal';
import { activeSpan, CHECKPOINT, GEN_AI, isTracing, markSpan } from '@checkpoint/telemetry';

/**
 * The journal, telling the span of the attempt what became of its effect. A stored outcome gets a span without length:
 * nothing was executed, and nothing pretends that it was. The same journal while tracing is off.
 */
export function tracedJournal(journal: Journal): Journal {
  if (!isTracing()) return journal;
  return {
    inFlight: journal.inFlight,
    async perform(effect, tool, options) {
      try {
        const performed = await journal.perform(effect, tool, options);
        tellPerformed(effect, performed);
        return performed;
      } catch (thrown) {
        tellFailed(effect, thrown);
        throw thrown;
      }
    },
  };
}

function tellPerformed(effect: Effect, performed: Performed): void {
  const { key, epoch, fromJournal } = performed;
  const state = performed.output.ok ? 'applied' : 'rejected';
  const outcome = fromJournal ? 'from_journal' : state;
  const attributes = {
    [CHECKPOINT.effectKey]: key,
    [CHECKPOINT.effectEpoch]: epoch,
    [CHECKPOINT.effectOutcome]: outcome,
  };
  activeSpan()?.setAttributes(attributes);
  if (!fromJournal) return;
  const { chat, executeTool } = GEN_AI.operations;
  const isModel = effect.kind === 'model';
  markSpan(isModel ? chat : `${executeTool} ${effect.tool}`, {
    attributes: {
      ...attributes,
      [CHECKPOINT.fromJournal]: true,
      [CHECKPOINT.storedState]: state,
      [GEN_AI.operationName]: isModel ? chat : executeTool,
      ...(isModel ? {} : { [GEN_AI.toolName]: effect.tool, [GEN_AI.toolCallId]: effect.toolUseId }),
    },
  });
}

/** Our errors' codes, where they are an outcome of the effect. */
const OUTCOMES: Readonly<Record<string, string>> = {
  EFFECT_FENCED: 'fenced',
  EFFECT_UNKNOWN: 'unknown',
  EFFECT_IN_PROGRESS: 'in_progress',
};

function tellFailed({ runId, step, toolUseId }: Effect, thrown: unknown): void {
  const outcome = thrown instanceof AppError ? OUTCOMES[thrown.code] : undefined;
  if (outcome === undefined) return;
  activeSpan()?.setAttributes({
    [CHECKPOINT.effectKey]: `${runId}:${step}:${toolUseId}`,
    [CHECKPOINT.effectOutcome]: outcome,
  });
}
