import { Button, Modal } from '@mantine/core';
import { useKillWorker } from '../../api/actions.ts';
import type { WorkerView } from '../../api/types.ts';
import { plural, shortWorker } from '../../lib/text.ts';
import { Failure } from '../../parts/states.tsx';
import { heldSteps } from './held.ts';
import { HeldList } from './held-list.tsx';
import { Observed } from './observed.tsx';

/** Says what will happen, does it when told to, and shows what was observed. */
export function KillDialog({ worker, close }: { worker: WorkerView; close: () => void }) {
  const kill = useKillWorker(worker.workerId);
  const name = shortWorker(worker.workerId);
  return (
    <Modal opened onClose={close} title={`Kill worker ${name}`}>
      {kill.data === undefined ? (
        <>
          <p>
            <Action worker={worker} name={name} />, which holds{' '}
            {worker.holds.length === 0 ? 'nothing' : plural(heldSteps(worker.holds), 'step')}.
          </p>
          <HeldList held={worker.holds} />
          <p className="muted">
            {worker.pod === null
              ? 'The process ends at once and cleans nothing up.'
              : 'The pod is gone at once. Its process gets SIGTERM, and SIGKILL some two seconds later.'}{' '}
            Another worker takes up what it held; no effect happens twice.
          </p>
        </>
      ) : (
        <Observed report={kill.data} />
      )}
      {kill.error && <Failure error={kill.error} />}
      <div className="dialog-buttons">
        <Button variant="default" onClick={close} data-autofocus={kill.data === undefined ? true : undefined}>
          {kill.data === undefined ? 'Keep it' : 'Close'}
        </Button>
        {kill.data === undefined && (
          <Button color="red.9" onClick={() => kill.mutate()} disabled={kill.isPending}>
            {kill.isPending
              ? 'Killing and watching…'
              : worker.pod === null
                ? 'Send SIGKILL'
                : 'Delete the pod'}
          </Button>
        )}
      </div>
    </Modal>
  );
}

function Action({ worker, name }: { worker: WorkerView; name: string }) {
  const { pod, pid, host } = worker;
  if (pod !== null) {
    return (
      <>
        Deletes pod <b className="mono">{pod.name}</b>
        {pod.node !== null && <> on {pod.node}</>} with grace 0, and with it worker{' '}
        <b className="mono">{name}</b>
      </>
    );
  }
  return (
    <>
      SIGKILL to worker <b className="mono">{name}</b>
      {pid !== null && <> (pid {pid})</>} on {host}
    </>
  );
}
