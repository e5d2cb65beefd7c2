import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, photograph } from './support/browser.ts';
import { openPanel, type Panel, startRun } from './support/panel.ts';

describe('runs that do not end well', () => {
  let panel: Panel;
  let browser: Browser;
  let page: Page;

  before(async () => {
    panel = await openPanel();
    browser = await openBrowser();
    ({ page } = await openPage(browser));
  });
  after(async () => {
    await browser?.close();
    await panel?.stop();
  });

  test('an unusable answer of a model is shown with its code and its raw text', async () => {
    const runId = await startRun(panel, { faults: [{ kind: 'garble', step: 2, times: 2 }] });
    await page.goto(`${panel.url}/runs/${runId}`);
    await page.locator('[data-status="failed"]').waitFor();
    const error = page.getByRole('region', { name: 'Error' }).first();
    await error.getByText('GUARDRAIL').waitFor();
    assert.notEqual(await error.getByRole('region', { name: 'raw text of the model' }).textContent(), '');
    await photograph(page, 'guardrail-1440-light');
  });

  test('a transient failure shows a second attempt', async () => {
    const runId = await startRun(panel, {
      faults: [{ kind: 'transient', step: 2, activity: 'model', times: 1 }],
    });
    await page.goto(`${panel.url}/runs/${runId}?tab=attempts`);
    await page.getByRole('option', { name: /^step 2, .*2 attempts/ }).waitFor();
  });

  test('a cancelled run shows its report', async () => {
    // Steps that fail twenty times each: the run is still going when the button is pressed, however slow the machine.
    const faults = [3, 4, 5, 6, 7, 8].map((step) => ({
      kind: 'transient',
      step,
      activity: 'model',
      times: 20,
    }));
    const runId = await startRun(panel, { faults });
    await page.goto(`${panel.url}/runs/${runId}`);
    await page.locator('[data-step="3"]').waitFor();
    await page.getByRole('button', { name: 'Cancel the run…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/No new effect of .* begins from now on/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel the run', exact: true }).click();
    await page.locator('[data-status="cancelled"]').waitFor();
    await page
      .getByRole('tabpanel')
      .getByText(/^\d+ done$/)
      .waitFor();
    assert.match(page.url(), /tab=report/);
    await photograph(page, 'cancelled-1440-light');
  });

  test('an input that the agent refuses is told at once, with the field, and nothing is lost', async () => {
    await page.goto(`${panel.url}/?start=any`);
    await page.getByRole('button', { name: 'Write JSON' }).click();
    await page.getByLabel('input (JSON)').fill('{"documents": 400}');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('alert').getByText('AGENT_INPUT_INVALID').waitFor();
    assert.equal(await page.getByLabel('input (JSON)').inputValue(), '{"documents": 400}');
    await page.getByLabel('input (JSON)').fill('{"documents": ');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/input is not JSON/)
      .waitFor();
  });

  test('the filter is in the address and outlives a reload', async () => {
    await page.goto(`${panel.url}/`);
    await page.getByRole('button', { name: /^failed/ }).click();
    await page.waitForURL('**/?status=failed');
    await page.reload();
    await page.getByRole('button', { name: /^failed/, pressed: true }).waitFor();
    await page.locator('.runs tbody tr').first().waitFor();
    const statuses = await page.locator('.runs tbody tr td:first-child').allTextContents();
    assert.deepEqual(new Set(statuses), new Set(['failed']));
  });

  test('a run that does not exist is told as such', async () => {
    await page.goto(`${panel.url}/runs/no-such-run`);
    await page.getByText('There is no such run').waitFor();
  });
});
