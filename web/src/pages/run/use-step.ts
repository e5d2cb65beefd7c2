import { useUrlPart } from '../../lib/url.ts';

/** The step that is open beside the page, as the address says it. */
export function useStepInUrl(): [number | null, (step: number | null) => void] {
  const [text, setText] = useUrlPart('step');
  const step = text === null ? Number.NaN : Number(text);
  return [
    Number.isInteger(step) && step > 0 ? step : null,
    (next) => setText(next === null ? null : String(next)),
  ];
}
