import type { StepView } from '../../../api/types.ts';
import { count, times, usd } from '../../../lib/text.ts';
import { absolute, clock, duration, millis } from '../../../lib/time.ts';
import { JsonBlock } from '../../../parts/json-block.tsx';
import { Labelled } from '../../../parts/sign.tsx';
import { modelLabel } from '../answerers.ts';

/** Who answered, after whom, what it cost, what it said. */
export function Answer({ step }: { step: StepView }) {
  return (
    <section aria-label="Answer">
      <dl className="facts">
        <dt>model</dt>
        <dd>{modelLabel(step) ?? 'no answer yet'}</dd>
        <dt>time</dt>
        <dd title={absolute(step.startedAt)}>
          {clock(step.startedAt)}
          {step.answeredAt &&
            `, answered after ${duration(millis(step.answeredAt) - millis(step.startedAt))}`}
          {step.endedAt && `, done after ${duration(millis(step.endedAt) - millis(step.startedAt))}`}
        </dd>
        <dt>tokens</dt>
        <dd>
          {count(step.usage.inputTokens)} in, {count(step.usage.outputTokens)} out, {usd(step.usage.costUsd)}
        </dd>
        {step.finishReason && (
          <>
            <dt>ended by</dt>
            <dd>{step.finishReason}</dd>
          </>
        )}
        {step.reprompts > 0 && (
          <>
            <dt>asked again</dt>
            <dd>{times(step.reprompts)}: the first answer was not usable</dd>
          </>
        )}
      </dl>
      {step.fallbacks.map((fallback) => (
        <p key={fallback.provider}>
          <Labelled meaning="person">fell back from {fallback.provider}</Labelled>{' '}
          <code>{fallback.code}</code> {fallback.message}
        </p>
      ))}
      {step.text && <JsonBlock value={step.text} label="what the model said" />}
    </section>
  );
}
