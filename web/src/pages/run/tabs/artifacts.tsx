import { useQuery } from '@tanstack/react-query';
import { artifactsQuery } from '../../../api/queries.ts';
import type { ArtifactView } from '../../../api/types.ts';
import { bytes } from '../../../lib/text.ts';
import { Copyable } from '../../../parts/copy.tsx';
import { Empty, Shown } from '../../../parts/states.tsx';
import { type Column, VirtualTable } from '../../../parts/virtual-table.tsx';
import { StepLink } from './step-link.tsx';
import type { TabProps } from './tabs.tsx';

/** What the run made that a person may want to open. */
export function Artifacts({ run, openStep }: TabProps) {
  const artifacts = useQuery(artifactsQuery(run.runId));
  return (
    <Shown query={artifacts} what="the artifacts">
      {(list) =>
        list.artifacts.length === 0 ? (
          <Empty title="No artifact yet">Files that a tool keeps with its outcome appear here.</Empty>
        ) : (
          <VirtualTable
            label="Artifacts"
            rows={list.artifacts}
            columns={columns(openStep)}
            keyOf={(artifact) => `${artifact.effectKey}/${artifact.name}`}
          />
        )
      }
    </Shown>
  );
}

function columns(openStep: TabProps['openStep']): readonly Column<ArtifactView>[] {
  return [
    {
      name: 'step',
      width: 49,
      numeric: true,
      cell: ({ step }) => <StepLink step={step} open={openStep} />,
    },
    {
      name: 'name',
      width: 168,
      cell: ({ name, url }) => (
        <a href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
      ),
    },
    { name: 'type', width: 126, cell: ({ mediaType }) => mediaType },
    { name: 'size', width: 84, numeric: true, cell: ({ bytes: size }) => bytes(size) },
    {
      name: 'effect',
      width: 168,
      cell: ({ effectKey }) => <Copyable text={effectKey} what="effect key" />,
    },
  ];
}
