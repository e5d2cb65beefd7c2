import type { History } from './stored.ts';

type Event = NonNullable<History['events']>[number];

/** `ActivityTaskScheduled` of an event, whose attributes' name says which it is. */
export function typeOf(event: Event | undefined): string {
  const named = Object.entries(event ?? {}).find(([key, value]) => key.endsWith('EventAttributes') && value);
  const name = named?.[0].replace(/EventAttributes$/, '') ?? 'unknown';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * The event that the code disagrees with, for a refusal that names none: the first that a workflow task wrote, of the
 * shortest beginning of the history that is refused as well. `refuses` replays a history. A few replays, by halving.
 */
export async function firstRefused(
  history: History,
  refuses: (beginning: History) => Promise<boolean>,
): Promise<Event | undefined> {
  const events = history.events ?? [];
  // A beginning that ends where the next task starts holds all that the tasks before it wrote.
  const ends = events.flatMap((event, at) => (event.workflowTaskStartedEventAttributes ? [at + 1] : []));
  let known = ends.length;
  for (let low = 0; low < known; ) {
    const middle = Math.floor((low + known) / 2);
    if (await refuses({ events: events.slice(0, ends[middle]) })) known = middle;
    else low = middle + 1;
  }
  const task = ends[known - 1] ?? 0;
  return events.slice(task).find((event) => !event.workflowTaskCompletedEventAttributes);
}
