import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killAfterSend } from './fixtures/crash.ts';

test("a tool of the AI SDK's generateText whose worker is killed after the refund was sent and before it was recorded refunds once", async () => {
  const crash = await killAfterSend(
    'ai-sdk',
    'refundClerk',
    'I was charged twice for order 17: give one back.',
  );
  assert.deepEqual(
    crash.refunds.map(({ body }) => JSON.parse(body)),
    [{ charge: 'ch_17', amountMinor: 1_250 }],
  );
  assert.match(String(crash.result), /^Done: .*"refund":"re_1"/);
  assert.equal(crash.lookUps, 1);
  assert.deepEqual(crash.effects, [{ tool: 'refund', state: 'applied', epoch: 2, provider_ref: 're_1' }]);
});
