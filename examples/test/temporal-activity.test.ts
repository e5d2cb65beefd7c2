import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killAfterSend } from './fixtures/crash.ts';

test('a plain Temporal activity whose worker is killed after the refund was sent and before it was recorded refunds once', async () => {
  const order = { charge: 'ch_17', amountMinor: 1_250 };
  const crash = await killAfterSend('temporal-activity', 'refundOrder', order);
  assert.deepEqual(
    crash.refunds.map(({ body }) => JSON.parse(body)),
    [order],
  );
  assert.deepEqual(crash.result, { ok: true, value: { refund: 're_1' } });
  assert.equal(crash.lookUps, 1);
  assert.deepEqual(crash.effects, [{ tool: 'refund', state: 'applied', epoch: 2, provider_ref: 're_1' }]);
});
