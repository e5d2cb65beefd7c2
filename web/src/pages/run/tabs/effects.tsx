import { useQuery } from '@tanstack/react-query';
import { effectsQuery } from '../../../api/queries.ts';
import type { EffectView } from '../../../api/types.ts';
import { clock } from '../../../lib/time.ts';
import { Copyable } from '../../../parts/copy.tsx';
import { EFFECT_MEANING } from '../../../parts/meanings.ts';
import { Labelled } from '../../../parts/sign.tsx';
import { Empty, Shown } from '../../../parts/states.tsx';
import { type Column, VirtualTable } from '../../../parts/virtual-table.tsx';
import { WitnessRecord } from '../../../parts/witness-record.tsx';
import { WorkerBadge } from '../worker-badge.tsx';
import { Counts } from './counts.tsx';
import { StepLink } from './step-link.tsx';
import type { TabProps } from './tabs.tsx';

/** Every effect of the run: the journal's row, and the witness's record beside it. */
export function Effects(props: TabProps) {
  const effects = useQuery(effectsQuery(props.run.runId));
  return (
    <>
      <Counts duplicates={props.run.duplicates} />
      <Shown query={effects} what="the effects">
        {(list) =>
          list.effects.length === 0 ? (
            <Empty title="No effect yet">
              A tool call that changes the outside world appears here before it is sent.
            </Empty>
          ) : (
            <VirtualTable
              label="Effects"
              rows={list.effects}
              columns={columns(props)}
              keyOf={(effect) => effect.effectKey}
            />
          )
        }
      </Shown>
    </>
  );
}

function columns({ names, openStep, decide }: TabProps): readonly Column<EffectView>[] {
  return [
    {
      name: 'step',
      width: 49,
      numeric: true,
      cell: ({ step }) => <StepLink step={step} open={openStep} />,
    },
    { name: 'tool', width: 112, cell: ({ tool }) => <span className="mono">{tool}</span> },
    {
      name: 'state',
      width: 98,
      cell: (effect) => <State effect={effect} decide={decide} />,
    },
    { name: 'class', width: 105, cell: ({ delivery }) => delivery },
    { name: 'epoch', width: 56, numeric: true, cell: ({ epoch }) => epoch },
    { name: 'attempts', width: 70, numeric: true, cell: ({ attempts }) => attempts.length },
    { name: 'settled', width: 70, numeric: true, cell: settlements },
    { name: 'witness', width: 182, cell: ({ witness }) => <WitnessRecord witness={witness} /> },
    {
      name: 'worker',
      width: 112,
      cell: ({ workerId }) => <WorkerBadge workerId={workerId} names={names} />,
    },
    { name: 'applied at', width: 105, cell: ({ appliedAt }) => (appliedAt ? clock(appliedAt) : '–') },
    {
      name: 'reference',
      width: 140,
      cell: ({ providerRef }) => (providerRef ? <Copyable text={providerRef} what="reference" /> : '–'),
    },
    {
      name: 'key',
      width: 168,
      cell: ({ effectKey }) => <Copyable text={effectKey} short={withoutRun(effectKey)} what="effect key" />,
    },
  ];
}

/** The state; an unknown one is a button that asks a person. */
function State({ effect, decide }: { effect: EffectView; decide: TabProps['decide'] }) {
  const state = <Labelled meaning={EFFECT_MEANING[effect.state]}>{effect.state}</Labelled>;
  if (effect.state !== 'unknown') return state;
  return (
    <button
      type="button"
      className="plain state-button"
      title="decide what became of it"
      aria-label={`decide about ${effect.tool} of step ${effect.step}`}
      onClick={() => decide(effect.effectKey)}
    >
      {state}
    </button>
  );
}

/** `7:call_2`: on a run's own page its id says nothing new. The whole key is shown on hover and copied. */
function withoutRun(effectKey: string): string {
  return effectKey.slice(effectKey.indexOf(':') + 1);
}

/** How often the journal settled it as done: 0 or 1, or something is wrong. */
function settlements({ attempts }: EffectView) {
  const settled = attempts.filter(({ outcome }) => outcome === 'applied' || outcome === 'probed').length;
  return settled > 1 ? <Labelled meaning="wrong">{settled}</Labelled> : settled;
}
