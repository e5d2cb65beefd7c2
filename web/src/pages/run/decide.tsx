import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { approvalsQuery, effectsQuery, stepsQuery } from '../../api/queries.ts';
import type { EffectView, Json, RunDetail } from '../../api/types.ts';
import { ApproveDialog } from '../../parts/approve/dialog.tsx';
import { DecideDialog } from '../../parts/decide/dialog.tsx';
import { useOpened } from '../../parts/decide/use-opened.ts';
import { Labelled } from '../../parts/sign.tsx';
import { INBOX_PATH } from '../../shell/pages.ts';

/** What of this run waits for a person: questions of its tools, and effects of which nobody can tell what became. */
export function Undecided({ run, decide }: { run: RunDetail; decide: (key: string) => void }) {
  const isGoing = run.status === 'running';
  const isUnknown = run.effects.unknown > 0;
  const effects = useQuery({ ...effectsQuery(run.runId), enabled: isUnknown });
  const approvals = useQuery({ ...approvalsQuery(run.runId), enabled: isGoing });
  const unknown = (isUnknown ? (effects.data?.effects ?? []) : []).filter(({ state }) => state === 'unknown');
  const asked = (isGoing ? (approvals.data?.approvals ?? []) : []).filter(({ state }) => state === 'waiting');
  if (unknown.length + asked.length === 0) return null;
  return (
    <ul className="notice waiting" aria-label="Waiting for a person">
      {asked.map(({ approvalKey, step, tool, question }) => (
        <Waits key={approvalKey} step={step} tool={tool} decide={() => decide(approvalKey)}>
          {question ?? 'It asks whether it may be called.'}
        </Waits>
      ))}
      {unknown.map(({ effectKey, step, tool }) => (
        <Waits key={effectKey} step={step} tool={tool} decide={() => decide(effectKey)}>
          Nobody else can say whether it happened.
        </Waits>
      ))}
    </ul>
  );
}

interface WaitsProps {
  readonly step: number;
  readonly tool: string;
  readonly decide: () => void;
  readonly children: ReactNode;
}

function Waits({ step, tool, decide, children }: WaitsProps) {
  return (
    <li>
      <Labelled meaning="person">
        step {step} {tool} waits for a person
      </Labelled>
      <span>{children}</span>
      <button type="button" className="plain" onClick={decide}>
        Decide…
      </button>
      <Link href={INBOX_PATH}>Inbox</Link>
    </li>
  );
}

interface DialogProps {
  readonly run: RunDetail;
  readonly effectKey: string | null;
  readonly close: () => void;
}

/** The dialog of the inbox, over the run's own page. */
export function DecideOnRun({ run, effectKey, close }: DialogProps) {
  const isOpen = effectKey !== null;
  const effects = useQuery({ ...effectsQuery(run.runId), enabled: isOpen });
  const steps = useQuery({ ...stepsQuery(run.runId), enabled: isOpen });
  const effect = useOpened(
    effectKey,
    effects.data?.effects.find((each) => each.effectKey === effectKey && each.state === 'unknown'),
  );
  const approvals = useQuery({ ...approvalsQuery(run.runId), enabled: isOpen });
  const known = approvals.data?.approvals.find(({ approvalKey }) => approvalKey === effectKey);
  if (effect === undefined && known !== undefined) {
    return <ApproveDialog approvalKey={known.approvalKey} known={known} close={close} />;
  }
  if (effect === undefined) return null;
  const sent = steps.data?.steps.find(({ step }) => step === effect.step)?.calls;
  const args = sent?.find(({ toolUseId }) => toolUseId === effect.toolUseId)?.args;
  return <DecideDialog key={effect.effectKey} effect={undecided(run, effect, args)} close={close} />;
}

function undecided({ runId, status }: RunDetail, effect: EffectView, args: Json | undefined) {
  return { ...effect, runId, runStatus: status, args };
}
