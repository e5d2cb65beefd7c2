import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { effectsQuery, stepsQuery } from '../../api/queries.ts';
import type { EffectView, Json, RunDetail } from '../../api/types.ts';
import { DecideDialog } from '../../parts/decide/dialog.tsx';
import { useOpened } from '../../parts/decide/use-opened.ts';
import { Labelled } from '../../parts/sign.tsx';
import { INBOX_PATH } from '../../shell/pages.ts';

/** Effects of this run that wait for a person. */
export function Undecided({ run, decide }: { run: RunDetail; decide: (effectKey: string) => void }) {
  const isAsked = run.effects.unknown > 0;
  const { data } = useQuery({ ...effectsQuery(run.runId), enabled: isAsked });
  const unknown = (data?.effects ?? []).filter(({ state }) => state === 'unknown');
  if (!isAsked || unknown.length === 0) return null;
  return (
    <ul className="notice waiting" aria-label="Waiting for a person">
      {unknown.map((effect) => (
        <li key={effect.effectKey}>
          <Labelled meaning="person">
            step {effect.step} {effect.tool} waits for a person
          </Labelled>
          <span>Nobody else can say whether it happened.</span>
          <button type="button" className="plain" onClick={() => decide(effect.effectKey)}>
            Decide…
          </button>
          <Link href={INBOX_PATH}>Inbox</Link>
        </li>
      ))}
    </ul>
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
  if (effect === undefined) return null;
  const sent = steps.data?.steps.find(({ step }) => step === effect.step)?.calls;
  const args = sent?.find(({ toolUseId }) => toolUseId === effect.toolUseId)?.args;
  return <DecideDialog key={effect.effectKey} effect={undecided(run, effect, args)} close={close} />;
}

function undecided({ runId, status }: RunDetail, effect: EffectView, args: Json | undefined) {
  return { ...effect, runId, runStatus: status, args };
}
