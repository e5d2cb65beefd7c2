import type { ErrorReport } from '../../api/types.ts';
import { JsonBlock } from '../../parts/json-block.tsx';
import { Labelled } from '../../parts/sign.tsx';

/** Why something failed: code, words, and the unusable text of a model where that was the reason. */
export function RunError({ error }: { error: ErrorReport }) {
  return (
    <section className="failure" aria-label="Error">
      <Labelled meaning="wrong">{error.code}</Labelled>
      <p>{error.message}</p>
      {error.rawText !== undefined && (
        <>
          <p className="muted">What the model answered, its first 500 characters:</p>
          <JsonBlock value={error.rawText} label="raw text of the model" />
        </>
      )}
    </section>
  );
}
