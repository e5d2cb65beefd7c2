/** No API is up here: the run's own timer rejects what nobody has decided. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, turn } from './fixtures/agents.ts';
import { gatedAgent, nothingSeen, toldAbout } from './fixtures/gated.ts';
import { createHarness, type Harness } from './fixtures/harness.ts';

/** EVENT_TYPE_TIMER_FIRED */
const TIMER_FIRED = 18;

let harness: Harness;
before(async () => {
  harness = await createHarness();
});
after(() => harness.close());

test('nobody decides in time, and no API is up: the timer of the server rejects, and the decision is recorded', async () => {
  const seen = nothingSeen();
  const script = [turn(call('pay', { to: 'ben', cents: 9 }, 'p'))];
  const approval = { when: 'always', risk: 'low', expiresInMs: 1_000 } as const;
  await harness.work(gatedAgent(script, seen, { approval }));
  const { runId, handle } = await harness.start();
  await handle.result();
  assert.deepEqual(seen.ran, []);
  const { output } = toldAbout(seen, 1).p as { output: { error: { code: string } } };
  assert.equal(output.error.code, 'APPROVAL_EXPIRED');
  const { events } = await handle.fetchHistory();
  assert.ok(events?.some(({ eventType }) => eventType === TIMER_FIRED));
  const { rows } = await harness.db.pool.query(
    'SELECT decision, decided_by FROM decisions WHERE run_id = $1',
    [runId],
  );
  assert.deepEqual(rows, [{ decision: 'expired', decided_by: 'timer' }]);
});
