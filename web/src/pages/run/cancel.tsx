import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useCancelRun } from '../../api/actions.ts';
import type { RunDetail } from '../../api/types.ts';
import { count } from '../../lib/text.ts';
import { useUrlPart } from '../../lib/url.ts';
import { Failure } from '../../parts/states.tsx';

/** Ends a run on purpose: says what will happen first, and leads to the report afterwards. */
export function CancelRun({ run }: { run: RunDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const [, setTab] = useUrlPart('tab');
  const cancel = useCancelRun(run.runId);
  const cancelled = () => {
    setIsOpen(false);
    setTab('report');
  };
  // A promise, since this button may have left the page by then: an event can be faster than the answer. A refusal is
  // shown from `cancel.error`.
  const send = () => void cancel.mutateAsync().then(cancelled, () => undefined);
  return (
    <>
      <Button variant="default" className="danger" onClick={() => setIsOpen(true)}>
        Cancel the run…
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Cancel the run">
        <p>
          No new effect of <b className="mono">{run.runId}</b> begins from now on.{' '}
          {count(run.effects.applied)} applied effects stay as they are. {count(run.effects.intended)} in
          flight settle or become unknown. Then the run ends with a report.
        </p>
        {cancel.error && <Failure error={cancel.error} />}
        <div className="dialog-buttons">
          <Button variant="default" onClick={() => setIsOpen(false)} data-autofocus>
            Let it go on
          </Button>
          <Button color="red.9" onClick={send} disabled={cancel.isPending}>
            {cancel.isPending ? 'Cancelling…' : 'Cancel the run'}
          </Button>
        </div>
      </Modal>
    </>
  );
}
