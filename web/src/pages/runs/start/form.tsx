import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useStartRun } from '../../../api/actions.ts';
import type { AgentInfo } from '../../../api/types.ts';
import { Failure } from '../../../parts/states.tsx';
import { BudgetFields } from './budget-fields.tsx';
import { bodyOf, type Draft, emptyDraft } from './draft.ts';
import { FaultFields } from './fault-fields.tsx';
import { InputPart } from './input-part.tsx';
import { useRequestKey } from './request-key.ts';

interface StartFormProps {
  readonly agents: readonly AgentInfo[];
  readonly faultsAllowed: boolean;
  readonly close: () => void;
}

/** The form. A refused start keeps what was typed and says what the API says. */
export function StartForm({ agents, faultsAllowed, close }: StartFormProps) {
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(agents[0]?.name ?? ''));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const agent = agents.find((each) => each.name === draft.agent);
  // The agents may have been read after the dialog opened, so its own choice of a first field came too early.
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { submit, isPending, error } = useSubmit(draft, agent);
  return (
    <form
      className="start-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <NativeSelect
        label="Agent"
        ref={first}
        data-autofocus
        data={agents.map((each) => each.name)}
        value={draft.agent}
        description={agent?.description}
        onChange={(event) => setDraft(emptyDraft(event.currentTarget.value))}
      />
      {agent && <InputPart agent={agent} draft={draft} change={change} />}
      <details>
        <summary>Run id and budgets</summary>
        <TextInput
          label="run id"
          description="drawn when left empty; lower-case letters, digits and hyphens; never used twice"
          pattern="[a-z0-9][a-z0-9\-]{0,62}"
          value={draft.runId}
          onChange={(event) => change({ runId: event.currentTarget.value })}
        />
        <BudgetFields values={draft.budgets} change={(budgets) => change({ budgets })} />
      </details>
      {faultsAllowed && <FaultPart draft={draft} change={change} />}
      {error && <Failure error={error} />}
      <div className="dialog-buttons">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <Button type="submit" disabled={isPending || agent === undefined}>
          {isPending ? 'Starting…' : 'Start'}
        </Button>
      </div>
    </form>
  );
}

function FaultPart({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  return (
    <details>
      <summary>Faults, for a demonstration</summary>
      <FaultFields faults={draft.faults} change={(faults) => change({ faults })} />
      <NativeSelect
        label="journal"
        description="off shows what happens without it: effects may happen twice"
        data={['on', 'off']}
        value={draft.journal}
        onChange={(event) => change({ journal: event.currentTarget.value === 'off' ? 'off' : 'on' })}
      />
    </details>
  );
}

function useSubmit(draft: Draft, agent: AgentInfo | undefined) {
  const [, navigate] = useLocation();
  const [mistake, setMistake] = useState<Error | null>(null);
  const start = useStartRun();
  const keyFor = useRequestKey();
  const submit = () => {
    if (agent === undefined) return;
    try {
      const body = bodyOf(draft, agent);
      setMistake(null);
      start.mutate(
        { body, idempotencyKey: keyFor(body) },
        { onSuccess: ({ runId }) => navigate(`/runs/${runId}`) },
      );
    } catch (thrown) {
      setMistake(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  };
  return { submit, isPending: start.isPending, error: mistake ?? start.error };
}
