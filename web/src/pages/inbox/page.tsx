import { useQuery } from '@tanstack/react-query';
import { inboxQuery } from '../../api/queries.ts';
import type { Approval, InboxItem, UnknownEffect } from '../../api/types.ts';
import { useRowKeys } from '../../keys/rows.ts';
import { count } from '../../lib/text.ts';
import { useUrlPart } from '../../lib/url.ts';
import { useLiveOverview } from '../../live/use-live.ts';
import { ApproveDialog } from '../../parts/approve/dialog.tsx';
import { DecideDialog } from '../../parts/decide/dialog.tsx';
import { useOpened } from '../../parts/decide/use-opened.ts';
import { Pager } from '../../parts/pager.tsx';
import { Labelled } from '../../parts/sign.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { Question } from './question.tsx';
import { Unknown } from './unknown.tsx';

const OLDEST_FIRST = { first: 'Oldest', onward: 'Newer' };

/** What waits for me? */
export function InboxPage() {
  useLiveOverview();
  useRowKeys('item');
  const [cursor, setCursor] = useUrlPart('cursor');
  const [chosen, setChosen] = useUrlPart('decide');
  const inbox = useQuery(inboxQuery(cursor ?? undefined));
  const waiting = inbox.data?.waiting.all ?? 0;
  useTitle(waiting > 0 ? `Inbox (${count(waiting)})` : 'Inbox');
  return (
    <>
      <div className="page-head">
        <h1>Inbox</h1>
        {waiting > 0 && <Labelled meaning="person">{count(waiting)} waiting, oldest first</Labelled>}
      </div>
      <Shown query={inbox} what="the inbox">
        {(list) => (
          <>
            <Items items={list.items} decide={setChosen} />
            <Pager cursor={cursor ?? undefined} next={list.nextCursor} go={setCursor} words={OLDEST_FIRST} />
            {chosen !== null && (
              <Chosen key={chosen} items={list.items} chosen={chosen} close={() => setChosen(null)} />
            )}
          </>
        )}
      </Shown>
    </>
  );
}

interface ChosenProps {
  readonly items: readonly InboxItem[];
  readonly chosen: string;
  readonly close: () => void;
}

/** The dialog of one item. A link to an approval opens it whatever has become of it, also from another page of the list. */
function Chosen({ items, chosen, close }: ChosenProps) {
  const unknown = useOpened(
    chosen,
    items.find((item): item is UnknownEffect => item.kind === 'unknown' && item.effectKey === chosen),
  );
  if (unknown !== undefined) return <DecideDialog effect={unknown} close={close} />;
  const known = items.find(
    (item): item is Approval => item.kind === 'approval' && item.approvalKey === chosen,
  );
  return <ApproveDialog approvalKey={chosen} known={known} close={close} />;
}

function Items({ items, decide }: { items: readonly InboxItem[]; decide: (key: string) => void }) {
  if (items.length === 0) {
    return (
      <Empty title="Nothing waits for a person">
        A tool that asks before it is called waits here for your word, and so does an effect of which nobody
        can tell whether it happened. Its run waits with it.
      </Empty>
    );
  }
  return (
    <ul className="inbox">
      {items.map((item) =>
        item.kind === 'approval' ? (
          <li key={item.approvalKey}>
            <Question item={item} decide={() => decide(item.approvalKey)} />
          </li>
        ) : (
          <li key={item.effectKey}>
            <Unknown item={item} decide={() => decide(item.effectKey)} />
          </li>
        ),
      )}
    </ul>
  );
}
