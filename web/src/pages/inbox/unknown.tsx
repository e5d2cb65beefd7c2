import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { UnknownEffect } from '../../api/types.ts';
import { rowAttribute } from '../../keys/rows.ts';
import { Ago } from '../../parts/ago.tsx';
import { Story } from '../../parts/approve/story.tsx';
import { UndecidedFacts } from '../../parts/decide/facts.tsx';
import { Labelled } from '../../parts/sign.tsx';

/** One unknown outcome: whose it is, since when it waits, what was sent and what is known of it. */
export function Unknown({ item, decide }: { item: UnknownEffect; decide: () => void }) {
  return (
    <article className="card" aria-label={`${item.tool} of ${item.runId}`} data-effect={item.effectKey}>
      <header>
        <Labelled meaning="person">unknown outcome</Labelled>
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
      <p className="facts-line">
        <Link href={`/runs/${item.runId}?step=${item.step}`} className="mono">
          {item.runId}
        </Link>
        <span>step {item.step}</span>
        <span>{item.agent}</span>
        {item.runStatus !== 'running' && <span>the run is {item.runStatus}</span>}
        <span>
          unknown since <Ago at={item.since} />
        </span>
      </p>
      <UndecidedFacts effect={item} />
      <Story runId={item.runId} step={item.step} />
    </article>
  );
}
