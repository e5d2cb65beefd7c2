import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../../../api/queries.ts';
import { Empty, Shown } from '../../../parts/states.tsx';
import { StartForm } from './form.tsx';

/** Starts a run of one of the agents that the workers announced. */
export function StartDialog({ close }: { close: () => void }) {
  const agents = useQuery(agentsQuery);
  return (
    <Modal opened onClose={close} title="Start a run">
      <Shown query={agents} what="agents">
        {({ agents: list, faultsAllowed }) =>
          list.length === 0 ? (
            <Empty title="No agent is known yet">
              A worker announces its agents when it starts. See the workers page.
            </Empty>
          ) : (
            <StartForm agents={list} faultsAllowed={faultsAllowed} close={close} />
          )
        }
      </Shown>
    </Modal>
  );
}
