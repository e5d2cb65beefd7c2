import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../../api/queries.ts';
import type { RunList, RunStatus } from '../../api/types.ts';
import { count } from '../../lib/text.ts';
import { RUN_MEANING } from '../../parts/meanings.ts';
import { Sign } from '../../parts/sign.tsx';

const STATUSES = Object.keys(RUN_MEANING) as RunStatus[];

interface StatusFilterProps {
  readonly counts: RunList['counts'] | undefined;
  readonly chosen: string | undefined;
  readonly choose: (status: string | null) => void;
}

/** The counts by status; each is the filter for its own runs. */
export function StatusFilter({ counts, chosen, choose }: StatusFilterProps) {
  const total = counts && STATUSES.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend that the line has no room for.
    <div className="counts" role="group" aria-label="Status">
      <button type="button" aria-pressed={chosen === undefined} onClick={() => choose(null)}>
        all <b>{total === undefined ? '–' : count(total)}</b>
      </button>
      {STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={chosen === status}
          onClick={() => choose(chosen === status ? null : status)}
        >
          <Sign meaning={RUN_MEANING[status]} /> {status}{' '}
          <b>{counts === undefined ? '–' : count(counts[status] ?? 0)}</b>
        </button>
      ))}
    </div>
  );
}

interface AgentFilterProps {
  readonly chosen: string | undefined;
  readonly choose: (agent: string | null) => void;
}

/** Narrows the list to one agent. */
export function AgentFilter({ chosen, choose }: AgentFilterProps) {
  const { data } = useQuery(agentsQuery);
  const names = new Set([...(data?.agents.map((agent) => agent.name) ?? []), ...(chosen ? [chosen] : [])]);
  return (
    <NativeSelect
      aria-label="Agent"
      className="agent-filter"
      value={chosen ?? ''}
      data={[{ value: '', label: 'every agent' }, ...names]}
      onChange={(event) => choose(event.currentTarget.value || null)}
    />
  );
}
