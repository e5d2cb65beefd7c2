import type { StepView } from '../../api/types.ts';

/** Provider and model as one label, or null before an answer. */
export function modelLabel(step: Pick<StepView, 'provider' | 'model'>): string | null {
  if (step.provider === null) return null;
  return step.model === null || step.model === step.provider
    ? step.provider
    : `${step.provider} ${step.model}`;
}

interface Answerers {
  readonly byModel: readonly { readonly label: string; readonly steps: number }[];
  /** Providers that failed before another answered, over all steps. */
  readonly fallbacks: number;
  readonly reprompts: number;
}

/** Who answered how many steps, the busiest first. */
export function answerers(steps: readonly StepView[]): Answerers {
  const byModel = new Map<string, number>();
  let fallbacks = 0;
  let reprompts = 0;
  for (const step of steps) {
    const label = modelLabel(step);
    if (label !== null) byModel.set(label, (byModel.get(label) ?? 0) + 1);
    fallbacks += step.fallbacks.length;
    reprompts += step.reprompts;
  }
  return {
    byModel: [...byModel]
      .map(([label, answered]) => ({ label, steps: answered }))
      .sort((a, b) => b.steps - a.steps),
    fallbacks,
    reprompts,
  };
}
