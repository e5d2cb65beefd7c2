import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Approval, ApprovalList, EffectList, RunDetail, WorkerList } from '@checkpoint/contracts/api';
import { waitFor } from '@checkpoint/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, photograph } from './support/browser.ts';
import { openPanel, type Panel, startRun } from './support/panel.ts';
import { type SecondApi, startApiThatAsks } from './support/second-api.ts';

/** Ten cases, of which the last is above the limit. Eleven steps, on a machine that is busy with ten other things. */
const LARGE = { agent: 'refunds', input: { via: 'keyed', cases: 10 } };
const ASKS_WITHIN = { timeoutMs: 120_000, everyMs: 250 };
const QUESTION = /^Refund 1,049\.00 EUR of ch_7Qa1010/;

describe('a tool that asks before it is called', () => {
  let panel: Panel;
  let second: SecondApi;
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
    second = await startApiThatAsks(panel, { vera: ['viewer'], ada: ['approver', 'operator'] });
  });
  after(async () => {
    await second?.stop();
    await browser?.close();
    await panel?.stop();
  });

  async function started(runId: string): Promise<Approval> {
    await startRun(panel, { runId, ...LARGE });
    return await waitFor(`${runId} to ask`, () => waitingOf(runId), ASKS_WITHIN);
  }

  async function waitingOf(runId: string): Promise<Approval | undefined> {
    const { approvals } = await panel.api<ApprovalList>(`/api/runs/${runId}/approvals`);
    return approvals.find(({ state }) => state === 'waiting');
  }

  async function ended(runId: string): Promise<RunDetail> {
    return await waitFor(
      `${runId} to end`,
      async () => {
        const run = await panel.api<RunDetail>(`/api/runs/${runId}`);
        return run.status === 'completed' && run;
      },
      ASKS_WITHIN,
    );
  }

  async function largeRefundOf(runId: string): Promise<EffectList['effects'][number] | undefined> {
    const { effects } = await panel.api<EffectList>(`/api/runs/${runId}/effects`);
    return effects.find(({ step }) => step === 11);
  }

  test('its question appears in the inbox without a reload, with risk, arguments, and the run’s story', async () => {
    await ann.goto(`${panel.url}/inbox`);
    await ann.getByText('Nothing waits for a person').waitFor();
    await started('edited-by-ann');
    const item = ann.getByRole('article', { name: 'refund_keyed of edited-by-ann' });
    await item.getByText(QUESTION).waitFor();
    await item.getByText('high', { exact: true }).waitFor();
    await item.getByText('[secret]').waitFor();
    await item.getByText(/ min, then it counts as rejected$/).waitFor();
    await ann.getByRole('link', { name: 'Inbox 1 waiting' }).waitFor();
    await item.getByText('The run’s story so far').click();
    await item.getByText(/Case 9 of 10, 09-somebody-else/).waitFor();
    await photograph(ann, 'inbox-approval-1440-light');
  });

  test('the list of runs and the run itself say that it waits for a person, and open the same dialog', async () => {
    await ben.goto(`${panel.url}/`);
    const row = ben.getByRole('row', { name: /edited-by-ann/ });
    await row.getByText('waits for a person').waitFor();
    await ben.goto(`${panel.url}/runs/edited-by-ann`);
    const notice = ben.getByRole('list', { name: 'Waiting for a person' });
    await notice.getByText(QUESTION).waitFor();
    await photograph(ben, 'run-approval-1440-light');
    await notice.getByRole('button', { name: 'Decide…' }).click();
    await ben.getByRole('dialog', { name: QUESTION }).waitFor();
    assert.equal(await ben.getByRole('button', { name: 'Decide', exact: true }).isDisabled(), true);
  });

  test('a person changes the amount without a mouse, sees the difference, and the run goes on with it', async () => {
    await press('j', 'Enter');
    const dialog = ann.getByRole('dialog', { name: QUESTION });
    await dialog
      .getByRole('radio', { name: /^Approve exactly|^Approve / })
      .first()
      .waitFor();
    await press('Space', 'ArrowDown');
    await dialog.getByText('Nothing is changed yet.').waitFor();
    await dialog.getByText('cardNumber stays as it is').waitFor();
    await dialog.getByRole('spinbutton', { name: 'amountMinor' }).focus();
    await ann.keyboard.press('ControlOrMeta+a');
    await ann.keyboard.type('100000');
    const row = dialog
      .getByRole('table', { name: 'What is changed' })
      .getByRole('row', { name: /amountMinor/ });
    await row.getByText('104900').waitFor();
    await row.getByText('100000').waitFor();
    await dialog.getByLabel('your name').focus();
    await ann.keyboard.type('Ann');
    await photograph(ann, 'approve-edit-1440-light');
    await press('Enter');
    await dialog.getByText('Decided: approved with changes').waitFor();
    await photograph(ann, 'approve-decided-1440-light');
    await press('Escape');
    await ann.getByText('Nothing waits for a person').waitFor();
    const run = await ended('edited-by-ann');
    const { totals } = run.result as { totals: { currency: string; refundedMinor: number }[] };
    assert.equal(totals.find(({ currency }) => currency === 'EUR')?.refundedMinor, 2_490 + 3_750 + 100_000);
    const refund = await largeRefundOf('edited-by-ann');
    assert.deepEqual([refund?.state, refund?.witness], ['applied', { arrivals: 1, applications: 1 }]);
  });

  test('the step shows who changed what; whoever decides second is told, and nothing changes', async () => {
    const dialog = ben.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Reject/ }).check();
    await dialog.getByRole('textbox', { name: 'reason' }).fill('too late');
    await dialog.getByLabel('your name').fill('Ben');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByText('Ann has decided already: approved with changes').waitFor();
    await photograph(ben, 'approve-decided-before-1440-light');
    await ben.goto(`${panel.url}/runs/edited-by-ann?step=11`);
    const call = ben.getByRole('region', { name: 'tool call refund_keyed' });
    await call.getByText('approved with changes').waitFor();
    await call.getByText('by Ann', { exact: false }).first().waitFor();
    await call
      .getByRole('row', { name: /amountMinor/ })
      .getByText('104900')
      .waitFor();
    await photograph(ben, 'run-step-approval-1440-light');
  });

  test('every worker is killed while it waits, somebody approves, and the card is refunded once', async () => {
    const asked = await started('killed-while-waiting');
    const { workers } = await panel.api<WorkerList>('/api/workers');
    for (const { workerId, state } of workers) {
      if (state === 'live')
        await panel.api(`/api/workers/${encodeURIComponent(workerId)}`, { method: 'DELETE' });
    }
    await ann.goto(`${panel.url}/inbox?decide=${encodeURIComponent(asked.approvalKey)}`);
    const dialog = ann.getByRole('dialog', { name: QUESTION });
    await dialog
      .getByRole('radio', { name: /^Approve refund_keyed|^Approve(?! with)/ })
      .first()
      .check();
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await dialog.getByText('Decided: approved').waitFor();
    await ended('killed-while-waiting');
    const refund = await largeRefundOf('killed-while-waiting');
    assert.deepEqual([refund?.state, refund?.witness], ['applied', { arrivals: 1, applications: 1 }]);
    assert.deepEqual(complaints, []);
  });

  test('an API that asks who calls asks the panel for a token, and keeps out what opens nothing', async () => {
    await ben.goto(`${second.url}/inbox`);
    await ben.getByLabel('token').waitFor();
    await photograph(ben, 'login-1440-light');
    await ben.getByLabel('token').fill('not-a-token');
    await ben.getByRole('button', { name: 'Log in' }).click();
    await ben.getByText('this token opens nothing here', { exact: false }).waitFor();
    await ben.getByLabel('token').fill('token-of-vera');
    await ben.keyboard.press('Enter');
    await ben.getByRole('heading', { name: 'Inbox' }).waitFor();
    await ben.locator('[data-connection="live"]').waitFor();
    assert.equal(await ben.evaluate(() => document.cookie), '', 'no script can read the token');
  });

  test('who may only look cannot decide; who may decides under the name that the token has', async () => {
    const asked = await started('rejected-by-ada');
    await ben.goto(`${second.url}/inbox?decide=${encodeURIComponent(asked.approvalKey)}`);
    const dialog = ben.getByRole('dialog', { name: QUESTION });
    await dialog.getByText('You are vera', { exact: false }).waitFor();
    await dialog.getByRole('radio', { name: /^Reject/ }).check();
    await dialog.getByRole('textbox', { name: 'reason' }).fill('the shop is closed');
    assert.equal(await dialog.getByRole('button', { name: 'Reject' }).isDisabled(), true);
    await ben.keyboard.press('Escape');
    await ben.getByRole('button', { name: 'Log out' }).click();
    await ben.getByLabel('token').fill('token-of-ada');
    await ben.keyboard.press('Enter');
    await ben.getByText('ada', { exact: false }).first().waitFor();
    await ben.goto(`${second.url}/inbox?decide=${encodeURIComponent(asked.approvalKey)}`);
    await dialog.getByText('It will stand under your name, ada.').waitFor();
    await dialog.getByRole('radio', { name: /^Reject/ }).check();
    await dialog.getByRole('textbox', { name: 'reason' }).fill('the shop is closed');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByText('Decided: rejected').waitFor();
    const run = await ended('rejected-by-ada');
    assert.deepEqual((run.result as { failed: string[] }).failed, ['10-charged-twice']);
    assert.equal(await largeRefundOf('rejected-by-ada'), undefined, 'it was never called');
    const read = await panel.api<Approval>(`/api/approvals/${asked.approvalKey}`);
    assert.deepEqual([read.outcome?.decidedBy, read.outcome?.decidedVia], ['ada', 'token']);
  });
});
