import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, photograph } from './support/browser.ts';
import { openPanel, type Panel } from './support/panel.ts';
import { rowsShown, verdictShown } from './support/run-page.ts';

const RUN = 'killed-by-the-button';
const HELD_STEP = 7;

describe('a worker killed from the panel in the middle of an effect', () => {
  let panel: Panel;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];

  before(async () => {
    panel = await openPanel();
    browser = await openBrowser();
    ({ page, complaints } = await openPage(browser));
  });
  after(async () => {
    await browser?.close();
    await panel?.stop();
  });

  test('a run started from the form is held after a mail was sent and before it was written down', async () => {
    await page.goto(`${panel.url}/`);
    await page.getByRole('button', { name: 'Start a run' }).click();
    const form = page.getByRole('dialog');
    await form.getByText('Run id and budgets').click();
    await form.getByLabel('run id').fill(RUN);
    await form.getByText('Faults, for a demonstration').click();
    await form.getByRole('button', { name: 'Add hold' }).click();
    await form.getByLabel('at step').fill(String(HELD_STEP));
    await form.getByLabel('model, or a tool').fill('send_mail');
    await form.getByLabel('inside').selectOption('after_send');
    await photograph(page, 'start-form-1440-light');
    await form.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(`**/runs/${RUN}`);
    await page.getByText(`step ${HELD_STEP} send_mail is held at after_send`).waitFor();
  });

  test('a reload in the middle shows the same picture', async () => {
    await waitFor('the verdict of a held run', async () =>
      (await verdictShown(page)).startsWith(`${HELD_STEP} of 30 steps`),
    );
    const before = { verdict: await verdictShown(page), rows: await rowsShown(page) };
    assert.equal(before.rows.length, HELD_STEP);
    await page.reload();
    await page.getByText(`step ${HELD_STEP} send_mail is held at after_send`).waitFor();
    await waitFor('all rows after the reload', async () => (await rowsShown(page)).length === HELD_STEP);
    assert.deepEqual({ verdict: await verdictShown(page), rows: await rowsShown(page) }, before);
  });

  test('the kill button says what will happen, and then what was observed', async () => {
    await page.getByRole('link', { name: 'Workers' }).click();
    const card = page.locator('article', { hasText: RUN });
    const workerId = await card.getAttribute('data-worker');
    await card.getByRole('button', { name: /^Kill worker/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/SIGKILL to worker .* which holds 1 step\./).waitFor();
    await photograph(page, 'kill-dialog-1440-light');
    await dialog.getByRole('button', { name: 'Send SIGKILL' }).click();
    await dialog.getByText('The process is gone').waitFor();
    await dialog.getByText('signal SIGKILL').waitFor();
    await photograph(page, 'kill-report-1440-light');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    assert.ok(workerId);
    await page.reload();
    const dead = page.locator('table tr', { has: page.locator(`[title="${workerId}"]`) });
    await dead.waitFor();
  });

  test('the run shows that it was resumed, ends, and the witness counts no duplicate', async () => {
    await page.goto(`${panel.url}/runs/${RUN}`);
    await page.locator(`[data-step="${HELD_STEP}"][data-resumed]`).waitFor();
    await page.locator('[data-status="completed"]').waitFor();
    const verdict = await waitFor('the verdict of the ended run', async () => {
      const shown = await verdictShown(page);
      return shown.startsWith('30 of 30 steps') && shown;
    });
    assert.match(
      verdict,
      /90 effects.*duplicates 0 \(witness\).*0 \(journal\).*resumed once, slowest \d+\.\d\d s/,
    );
    await photograph(page, 'run-resumed-1440-light');
    assert.deepEqual(complaints, []);
  });

  test('the step that was resumed tells who sent, who took over, and what the witness saw', async () => {
    await page.locator(`[data-step="${HELD_STEP}"]`).click();
    const mail = page.getByRole('region', { name: 'tool call send_mail' });
    await mail.getByText(/epoch 1 .*superseded/).waitFor();
    await mail.getByText(/epoch 2 .*probed/).waitFor();
    await mail.getByText('1 arrival, 1 application').waitFor();
    await photograph(page, 'step-1440-light');
  });
});
