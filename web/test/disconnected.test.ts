import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, photograph } from './support/browser.ts';
import { killHolder, openPanel, type Panel, startRun } from './support/panel.ts';
import { rowsShown } from './support/run-page.ts';

describe('an API that dies under the page', () => {
  let panel: Panel;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];
  let runId: string;

  before(async () => {
    panel = await openPanel();
    browser = await openBrowser();
    ({ page, complaints } = await openPage(browser));
    runId = await startRun(panel, {
      faults: [{ kind: 'hold', step: 4, move: 'after_send', tool: 'write_note' }],
    });
    await page.goto(`${panel.url}/runs/${runId}`);
    await page.getByText('step 4 write_note is held at after_send').waitFor();
  });
  after(async () => {
    await browser?.close();
    await panel?.stop();
  });

  test('the page says that it is disconnected and how old its data is, and keeps the data', async () => {
    const rows = await rowsShown(page);
    await panel.stack.killApi();
    const label = page.locator('[data-connection="disconnected"]');
    await label.waitFor();
    await label.getByText(/data from \d+ s ago/).waitFor();
    assert.deepEqual(await rowsShown(page), rows);
    await photograph(page, 'disconnected-1440-light');
  });

  test('the page goes on by itself once the API is back, and shows the end of the run without a reload', async () => {
    await panel.stack.restartApi();
    await page.locator('[data-connection="live"]').waitFor();
    await killHolder(panel, runId);
    await page.locator('[data-step="4"][data-resumed]').waitFor();
    await page.locator('[data-status="completed"]').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('a page opened while the API is away says so once it has tried, and fills itself when the API is back', async () => {
    await page.goto(`${panel.url}/workers`);
    await page.getByRole('heading', { name: 'Workers', exact: true }).waitFor();
    await panel.stack.killApi();
    await page.locator('[data-connection="disconnected"]').waitFor();
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByText('The API does not answer').waitFor();
    await panel.stack.restartApi();
    await page.getByRole('link', { name: runId }).waitFor();
    await page.locator('[data-connection="live"]').waitFor();
  });
});
