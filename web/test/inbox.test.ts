import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { EffectList } from '@checkpoint/contracts/api';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, photograph } from './support/browser.ts';
import { openPanel, type Panel, startUntellable } from './support/panel.ts';

/** The provider refuses with a 503: no money moved, and nobody who heard only the 503 can know it. */
const REFUSED = 'refused-without-a-word';
/** The provider refunds and cuts the line. */
const SILENT = 'made-without-a-word';

describe('an outcome that only a person can tell', () => {
  let panel: Panel;
  let browser: Browser;
  let ann: Page;
  let ben: Page;
  let complaints: readonly string[];
  const press = async (...keys: string[]) => {
    for (const key of keys) await ann.keyboard.press(key);
  };

  before(async () => {
    panel = await openPanel();
    browser = await openBrowser();
    ({ page: ann, complaints } = await openPage(browser));
    ({ page: ben } = await openPage(browser));
  });
  after(async () => {
    await browser?.close();
    await panel?.stop();
  });

  test('an empty inbox says so, and an unknown outcome appears in it and in the navigation without a reload', async () => {
    await ann.goto(`${panel.url}/`);
    await ann.getByText('No run yet').waitFor();
    await press('g', 'i');
    await ann.getByText('Nothing waits for a person').waitFor();
    await startUntellable(panel, { runId: REFUSED, fault: { fault: 'reject', code: 503 } });
    const item = ann.getByRole('article', { name: `refund_unrepeatable of ${REFUSED}` });
    await item.getByText('01-broken-mugs').waitFor();
    await item.getByText('[secret]').waitFor();
    await item.getByText('1 arrival, 0 applications').waitFor();
    await item.getByText(/epoch 1 .* unknown/).waitFor();
    await ann.getByRole('link', { name: 'Inbox 1 waiting' }).waitFor();
  });

  test('the run says that it waits for a person, and its effect opens the same dialog', async () => {
    await ben.goto(`${panel.url}/runs/${REFUSED}`);
    const notice = ben.getByRole('list', { name: 'Waiting for a person' });
    await notice.getByText(/refund_unrepeatable waits for a person/).waitFor();
    await photograph(ben, 'run-waiting-1440-light');
    await ben.getByRole('button', { name: /^decide about refund_unrepeatable of step/ }).click();
    await ben.getByRole('dialog').getByText('01-broken-mugs').waitFor();
    assert.equal(await ben.getByRole('button', { name: 'Decide', exact: true }).isDisabled(), true);
  });

  test('a person decides without a mouse that it did not happen: it is sent once more, and the run goes on', async () => {
    await press('j', 'Enter');
    const dialog = ann.getByRole('dialog', { name: /^Did refund_unrepeatable of step 2 happen\?/ });
    await dialog.getByRole('radio', { name: 'It happened' }).waitFor();
    await press('Space', 'ArrowDown');
    await dialog.getByText(/It will be sent once more, under epoch 2/).waitFor();
    await press('Tab', 'Enter');
    assert.equal(await ann.getByText('Decided').count(), 0, 'nothing is decided without a name');
    await ann.keyboard.type('Ann');
    await photograph(ann, 'decide-1440-light');
    await press('Enter');
    await dialog.getByText('Decided: it did not happen').waitFor();
    await press('Escape');
    await ann.getByText('Nothing waits for a person').waitFor();
    await ann.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
    await ann.goto(`${panel.url}/runs/${REFUSED}`);
    await ann.locator('[data-status="completed"]').waitFor();
    const effect = await refundOf(REFUSED);
    assert.deepEqual(
      [effect.state, effect.epoch, effect.witness],
      ['applied', 2, { arrivals: 2, applications: 1 }],
    );
    assert.equal(effect.resolution?.decidedBy, 'Ann');
  });

  test('whoever decides second is told who decided, what and when, and nothing changes', async () => {
    const dialog = ben.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Nobody will find out/ }).check();
    await dialog.getByRole('textbox', { name: 'reason' }).fill('the provider is closed');
    await dialog.getByLabel('your name').fill('Ben');
    await dialog.getByRole('button', { name: 'Give up' }).click();
    await dialog.getByText('Ann has decided already: it did not happen').waitFor();
    await dialog.getByText(/^The first decision stands.* stored at \d\d:\d\d:\d\d\.\d{3}/).waitFor();
    await photograph(ben, 'decided-before-1440-light');
    assert.equal((await refundOf(REFUSED)).state, 'applied');
  });

  test('what happened is not sent again: the reference that a person gives stands beside the effect', async () => {
    await startUntellable(panel, { runId: SILENT, fault: { fault: 'drop_after_commit' } });
    await ben.goto(`${panel.url}/inbox`);
    const item = ben.getByRole('article', { name: `refund_unrepeatable of ${SILENT}` });
    await item.getByRole('button', { name: /^Decide/ }).click();
    const dialog = ben.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^It did not happen/ }).check();
    await dialog.getByText('The witness recorded 1 application: sent once more, it will be 2.').waitFor();
    await dialog.getByRole('radio', { name: /^It happened/ }).check();
    assert.equal(await dialog.getByLabel('your name').inputValue(), 'Ben', 'the name is kept');
    await dialog.getByRole('button', { name: 'It happened' }).click();
    assert.equal(await ben.getByText('Decided').count(), 0, 'nothing is decided without a reference');
    await dialog.getByRole('textbox', { name: 'reference' }).fill('re_seen_at_the_bank');
    await dialog.getByRole('button', { name: 'It happened' }).click();
    await dialog.getByText('Decided: it happened').waitFor();
    await ben.goto(`${panel.url}/runs/${SILENT}?step=2`);
    await ben.getByText('“it happened” by Ben').waitFor();
    const effect = await refundOf(SILENT);
    assert.deepEqual([effect.state, effect.providerRef], ['applied', 're_seen_at_the_bank']);
    assert.deepEqual(effect.witness, { arrivals: 1, applications: 1 });
    assert.deepEqual(complaints, []);
  });

  async function refundOf(runId: string): Promise<EffectList['effects'][number]> {
    const { effects } = await panel.api<EffectList>(`/api/runs/${runId}/effects`);
    const refund = effects.find(({ tool }) => tool === 'refund_unrepeatable');
    assert.ok(refund, `${runId} has a refund`);
    return refund;
  }
});
