import { useQuery } from '@tanstack/react-query';
import { inboxQuery } from '../../api/queries.ts';
import type { UnknownEffect } from '../../api/types.ts';
import { useRowKeys } from '../../keys/rows.ts';
import { count } from '../../lib/text.ts';
import { useUrlPart } from '../../lib/url.ts';
import { useLiveOverview } from '../../live/use-live.ts';
import { DecideDialog } from '../../parts/decide/dialog.tsx';
import { useOpened } from '../../parts/decide/use-opened.ts';
import { Pager } from '../../parts/pager.tsx';
import { Labelled } from '../../parts/sign.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { InboxItem } from './item.tsx';

const OLDEST_FIRST = { first: 'Oldest', onward: 'Newer' };

/** What waits for me? */
export function InboxPage() {
  useLiveOverview();
  useRowKeys('item');
  const [cursor, setCursor] = useUrlPart('cursor');
  const [chosen, setChosen] = useUrlPart('decide');
  const inbox = useQuery(inboxQuery(cursor ?? undefined));
  const waiting = inbox.data?.waiting ?? 0;
  useTitle(waiting > 0 ? `Inbox (${count(waiting)})` : 'Inbox');
  const opened = useOpened(
    chosen,
    inbox.data?.items.find((item) => item.effectKey === chosen),
  );
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
          </>
        )}
      </Shown>
      {opened && <DecideDialog key={opened.effectKey} effect={opened} close={() => setChosen(null)} />}
    </>
  );
}

function Items({ items, decide }: { items: readonly UnknownEffect[]; decide: (key: string) => void }) {
  if (items.length === 0) {
    return (
      <Empty title="Nothing waits for a person">
        When nobody can tell whether a tool’s effect happened, and sending it again could do it twice, it
        waits here for your word. Its run waits with it.
      </Empty>
    );
  }
  return (
    <ul className="inbox">
      {items.map((item) => (
        <li key={item.effectKey}>
          <InboxItem item={item} decide={() => decide(item.effectKey)} />
        </li>
      ))}
    </ul>
  );
}
