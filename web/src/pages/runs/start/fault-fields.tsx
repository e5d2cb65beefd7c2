import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Fault } from '../../../api/types.ts';

/** The places of the protocol where a worker may be held, in their order. The API checks them again. */
const MOVES: readonly Extract<Fault, { kind: 'hold' }>['move'][] = [
  'before_intend',
  'after_intend',
  'check',
  'before_send',
  'mid_send',
  'after_send',
  'after_settle',
  'takeover',
  'probe',
];

const FIRST: Readonly<Record<Fault['kind'], Fault>> = {
  transient: { kind: 'transient', step: 1, activity: 'model', times: 1 },
  garble: { kind: 'garble', step: 1, times: 2 },
  hold: { kind: 'hold', step: 1, move: 'after_send', tool: 'model' },
};
const KINDS = Object.keys(FIRST) as Fault['kind'][];

interface FaultFieldsProps {
  readonly faults: readonly Fault[];
  readonly change: (faults: readonly Fault[]) => void;
}

/** Faults for demonstrations; offered only where the configuration allows them. */
export function FaultFields({ faults, change }: FaultFieldsProps) {
  return (
    <>
      {faults.map((fault, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fault has no identity but its place in the list.
        <div key={index} className="field-row">
          <FaultRow fault={fault} change={(next) => change(faults.with(index, next))} />
          <Button variant="default" onClick={() => change(faults.toSpliced(index, 1))}>
            Remove
          </Button>
        </div>
      ))}
      <div className="field-row">
        {KINDS.map((kind) => (
          <Button key={kind} variant="default" onClick={() => change([...faults, FIRST[kind]])}>
            Add {kind}
          </Button>
        ))}
      </div>
    </>
  );
}

function FaultRow({ fault, change }: { fault: Fault; change: (fault: Fault) => void }) {
  const whole = (text: string) => Math.max(1, Math.trunc(Number(text)) || 1);
  return (
    <>
      <span className="fault-kind">{fault.kind}</span>
      <TextInput
        label="at step"
        type="number"
        min={1}
        value={fault.step}
        onChange={(event) => change({ ...fault, step: whole(event.currentTarget.value) })}
      />
      {fault.kind !== 'hold' && (
        <TextInput
          label="times"
          type="number"
          min={1}
          max={fault.kind === 'garble' ? 2 : 20}
          value={fault.times}
          onChange={(event) => change({ ...fault, times: whole(event.currentTarget.value) })}
        />
      )}
      {fault.kind === 'transient' && (
        <TextInput
          label="model, or a tool"
          value={fault.activity}
          onChange={(event) => change({ ...fault, activity: event.currentTarget.value })}
        />
      )}
      {fault.kind === 'hold' && (
        <>
          <TextInput
            label="model, or a tool"
            value={fault.tool}
            onChange={(event) => change({ ...fault, tool: event.currentTarget.value })}
          />
          <NativeSelect
            label="inside"
            data={MOVES}
            value={fault.move}
            onChange={(event) =>
              change({ ...fault, move: event.currentTarget.value as (typeof MOVES)[number] })
            }
          />
        </>
      )}
    </>
  );
}
