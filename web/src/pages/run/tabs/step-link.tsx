/** A step's number that opens the step. */
export function StepLink({ step, open }: { step: number; open: (step: number) => void }) {
  return (
    <button type="button" className="plain" onClick={() => open(step)} aria-label={`open step ${step}`}>
      {step}
    </button>
  );
}
