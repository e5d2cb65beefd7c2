import { useQuery } from '@tanstack/react-query';
import { historyQuery } from '../../../api/queries.ts';
import { clock } from '../../../lib/time.ts';
import { JsonBlock } from '../../../parts/json-block.tsx';
import { Shown } from '../../../parts/states.tsx';
import { VirtualBlocks } from '../../../parts/virtual-blocks.tsx';
import type { TabProps } from './tabs.tsx';

/** Temporal's own events, raw: the run's position as its keeper has it. */
export function History({ run }: TabProps) {
  const history = useQuery(historyQuery(run.runId));
  return (
    <Shown query={history} what="Temporal’s history">
      {(list) => (
        <>
          {!list.complete && (
            <p className="muted">
              Earlier executions of this run are left out: there are too many events, or Temporal has dropped
              them.
            </p>
          )}
          <VirtualBlocks
            label="History"
            items={list.events}
            keyOf={(event) => `${event.executionId}/${event.eventId}`}
          >
            {(event) => (
              <details className="history-event">
                <summary>
                  <span className="numeric event-id">{event.eventId}</span>{' '}
                  <span className="muted">{clock(event.at)}</span> {event.type}
                </summary>
                <JsonBlock value={event.attributes} label={`attributes of event ${event.eventId}`} />
              </details>
            )}
          </VirtualBlocks>
        </>
      )}
    </Shown>
  );
}
