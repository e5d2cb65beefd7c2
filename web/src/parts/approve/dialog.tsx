import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDecideApproval } from '../../api/actions.ts';
import { ApiError } from '../../api/http.ts';
import { approvalQuery } from '../../api/queries.ts';
import type { Approval } from '../../api/types.ts';
import { useWho } from '../../lib/who.ts';
import { Failure, Shown } from '../states.tsx';
import { Choices } from './choices.tsx';
import { type Draft, decisionOf, draftOf } from './draft.ts';
import { ApprovalFacts } from './facts.tsx';
import { ApprovalOutcome, DecidedBefore } from './outcome.tsx';
import { Story } from './story.tsx';
import { TO_DO } from './words.ts';

interface DialogProps {
  readonly approvalKey: string;
  /** As a list showed it, so that it need not be read again before it is seen. */
  readonly known?: Approval | undefined;
  readonly close: () => void;
}

/** Whatever is asked under this key, with all of its arguments, and the decision about it. Also what was decided already. */
export function ApproveDialog({ approvalKey, known, close }: DialogProps) {
  const approval = useQuery({
    ...approvalQuery(approvalKey),
    // Its arguments may be cut, and who decides sees all of them.
    ...(known !== undefined && !known.argsCut ? { initialData: known } : {}),
  });
  return (
    <Modal
      opened
      onClose={close}
      title={approval.data?.question ?? `May ${approval.data?.tool ?? 'it'} be called?`}
      size="lg"
    >
      <Shown query={approval} what="the question">
        {(asked) => <Decide key={asked.argsSha256} approval={asked} close={close} />}
      </Shown>
    </Modal>
  );
}

function Decide({ approval, close }: { approval: Approval; close: () => void }) {
  const decide = useDecideApproval(approval.approvalKey, approval.runId);
  const [draft, setDraft] = useState<Draft>(() => draftOf(approval));
  const who = useWho();
  const decision = decisionOf(approval, draft);
  const standing = decide.error instanceof ApiError ? decide.error.problem.outcome : undefined;
  const decided = decide.data ?? (approval.outcome === null ? undefined : approval);
  const isOver = decided !== undefined || standing !== undefined;
  return (
    <form
      className="decide"
      onSubmit={(event) => {
        event.preventDefault();
        if (decision !== null) decide.mutate({ argsSha256: approval.argsSha256, decision, ...who.sent });
      }}
    >
      <ApprovalFacts approval={decided ?? approval} />
      <Story runId={approval.runId} step={approval.step} />
      {decided && <ApprovalOutcome approval={decided} isMine={decide.data !== undefined} />}
      {standing && <DecidedBefore outcome={standing} />}
      {!isOver && <Choices approval={approval} draft={draft} setDraft={setDraft} who={who} />}
      {decide.error && !standing && <Failure error={decide.error} />}
      <div className="dialog-buttons">
        <Button variant="default" onClick={close}>
          {isOver ? 'Close' : 'Not now'}
        </Button>
        {!isOver && (
          <Button type="submit" disabled={decision === null || who.mayNot || decide.isPending}>
            {decide.isPending ? 'Deciding…' : draft.kind === null ? 'Decide' : TO_DO[draft.kind]}
          </Button>
        )}
      </div>
    </form>
  );
}
