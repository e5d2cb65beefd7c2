import { useQuery } from '@tanstack/react-query';
import { mailQuery } from '../../../api/queries.ts';
import { clock } from '../../../lib/time.ts';
import { Copyable } from '../../../parts/copy.tsx';
import { JsonBlock } from '../../../parts/json-block.tsx';
import { Empty, Shown } from '../../../parts/states.tsx';
import { VirtualBlocks } from '../../../parts/virtual-blocks.tsx';
import type { TabProps } from './tabs.tsx';

/** The mail that reached the witness, as it recorded it. */
export function Mail({ run }: TabProps) {
  const mail = useQuery(mailQuery(run.runId));
  return (
    <Shown query={mail} what="the mail">
      {(list) =>
        list.mails.length === 0 ? (
          <Empty title="No mail has reached the witness" />
        ) : (
          <VirtualBlocks label="Mail" items={list.mails} keyOf={(each) => `${each.messageId} ${each.at}`}>
            {(each) => (
              <details className="mail">
                <summary>
                  <span className="muted">{clock(each.at)}</span> <b>{each.subject}</b>{' '}
                  <span className="muted">to {each.to.join(', ')}</span>
                </summary>
                <dl className="facts">
                  <dt>from</dt>
                  <dd>{each.from}</dd>
                  <dt>Message-ID</dt>
                  <dd>
                    <Copyable text={each.messageId} what="Message-ID" />
                  </dd>
                  <dt>key</dt>
                  <dd>
                    <Copyable text={each.effectKey} what="effect key" />
                  </dd>
                </dl>
                <JsonBlock value={each.text} label={`text of ${each.subject}`} />
              </details>
            )}
          </VirtualBlocks>
        )
      }
    </Shown>
  );
}
