import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { Approval } from '../../api/types.ts';
import { rowAttribute } from '../../keys/rows.ts';
import { Ago } from '../../parts/ago.tsx';
import { ApprovalFacts } from '../../parts/approve/facts.tsx';
import { Story } from '../../parts/approve/story.tsx';
import { Labelled } from '../../parts/sign.tsx';

/** One call that a tool asks about: what is asked, of which run, and since when it waits. */
export function Question({ item, decide }: { item: Approval; decide: () => void }) {
  return (
    <article className="card" aria-label={`${item.tool} of ${item.runId}`} data-approval={item.approvalKey}>
      <header>
        <Labelled meaning="person">approval</Labelled>
        <b className="mono">{item.tool}</b>
        <Button
          variant="default"
          onClick={decide}
          aria-label={`Decide about ${item.tool} of ${item.runId}`}
          {...rowAttribute}
        >
          Decide…
        </Button>
      </header>
      {item.question !== null && <p className="question">{item.question}</p>}
      <p className="facts-line">
        <Link href={`/runs/${item.runId}?step=${item.step}`} className="mono">
          {item.runId}
        </Link>
        <span>step {item.step}</span>
        <span>{item.agent}</span>
        <span>
          waits since <Ago at={item.requestedAt} />
        </span>
      </p>
      <ApprovalFacts approval={item} />
      <Story runId={item.runId} step={item.step} />
    </article>
  );
}
