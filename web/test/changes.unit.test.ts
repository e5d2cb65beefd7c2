import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { ChangedParts } from '../src/live/changes.ts';

/** Keeps no timer for what nobody watches, so that the test's process ends. */
const forgetfulClient = () => new QueryClient({ defaultOptions: { queries: { gcTime: 0, retry: false } } });

/** A client with two parts in sight and one out of sight, and how often each was read. */
function page() {
  const client = forgetfulClient();
  const reads: Record<string, number> = { steps: 0, effects: 0, mail: 0 };
  const watch = (part: string) =>
    new QueryObserver(client, {
      queryKey: ['run', 'r', part],
      queryFn: () => {
        reads[part] = (reads[part] ?? 0) + 1;
        return reads[part];
      },
    }).subscribe(() => undefined);
  const leave = [watch('steps'), watch('effects')];
  return { client, reads, leave: () => leave.forEach((each) => void each()) };
}

test('changes that come together are one read of each changed part, and only of those in sight', async () => {
  const { client, reads, leave } = page();
  await waitFor('the first reads', () => reads.steps === 1 && reads.effects === 1);
  const parts = new ChangedParts(client);
  for (let change = 0; change < 50; change++)
    parts.add([
      ['run', 'r', 'steps'],
      ['run', 'r', 'mail'],
    ]);
  await waitFor('the read of the changed part', () => reads.steps === 2);
  parts.add([['run', 'r', 'effects']]);
  await waitFor('the read of the other part', () => reads.effects === 2);
  assert.deepEqual(reads, { steps: 2, effects: 2, mail: 0 });
  parts.close();
  leave();
  client.clear();
});

test('a change during a read is read afterwards, not lost', async () => {
  const client = forgetfulClient();
  let reads = 0;
  let finish: () => void = () => undefined;
  const leave = new QueryObserver(client, {
    queryKey: ['slow'],
    queryFn: () => {
      reads += 1;
      return new Promise<number>((resolve) => {
        finish = () => resolve(reads);
      });
    },
  }).subscribe(() => undefined);
  await waitFor('the first read', () => reads === 1);
  finish();
  await waitFor('its answer', () => client.getQueryData(['slow']) === 1);
  const parts = new ChangedParts(client);
  parts.add([['slow']]);
  await waitFor('the second read', () => reads === 2);
  parts.add([['slow']]);
  assert.equal(reads, 2, 'the read that is under way is not started over');
  finish();
  await waitFor('the third read', () => reads === 3);
  finish();
  parts.close();
  leave();
  client.clear();
});
