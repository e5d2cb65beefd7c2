import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from './support/browser.ts';
import { openPanel, type Panel } from './support/panel.ts';

const RUN = 'by-keyboard';

describe('the panel without a mouse', () => {
  let panel: Panel;
  let browser: Browser;
  let page: Page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  before(async () => {
    panel = await openPanel();
    browser = await openBrowser();
    ({ page } = await openPage(browser));
  });
  after(async () => {
    await browser?.close();
    await panel?.stop();
  });

  test('starts a run: n, tab to the fields, enter', async () => {
    await page.goto(`${panel.url}/`);
    await page.getByText('No run yet').waitFor();
    await press('n');
    const agent = page.getByLabel('Agent', { exact: true }).last();
    await agent.waitFor();
    await waitFor('the focus in the form', () => agent.evaluate((field) => field === document.activeElement));
    const runId = page.getByLabel('run id');
    await tabTo(page, 'summary', 'Run id and budgets');
    await press('Enter', 'Tab');
    assert.ok(await runId.evaluate((field) => field === document.activeElement));
    await page.keyboard.type(RUN);
    await press('Enter');
    await page.waitForURL(`**/runs/${RUN}`);
    await page.locator('[data-status="completed"]').waitFor();
  });

  test('opens a step with j and enter, goes to its neighbours, and closes it with escape', async () => {
    await press('j', 'j', 'j', 'Enter');
    await page.getByRole('heading', { name: 'Step 3', exact: true }).waitFor();
    assert.match(page.url(), /step=3/);
    await press('j');
    await page.getByRole('heading', { name: 'Step 4', exact: true }).waitFor();
    await press('k', 'k');
    await page.getByRole('heading', { name: 'Step 2', exact: true }).waitFor();
    await press('Escape');
    await page.locator('.step-panel').waitFor({ state: 'detached' });
  });

  test('chooses tabs by number, and shows its keys with ?', async () => {
    await press('3');
    await page.getByRole('region', { name: 'Attempts' }).waitFor();
    assert.match(page.url(), /tab=attempts/);
    await press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('go to Workers').waitFor();
    await help.getByText('next step', { exact: true }).waitFor();
    await press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  test('goes from page to page with g r and g w, and opens a run with j and enter', async () => {
    await press('g', 'w');
    await page.getByRole('heading', { name: 'Workers', exact: true }).waitFor();
    await press('j', 'Enter');
    await page.getByRole('button', { name: 'Send SIGKILL' }).waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('g', 'r');
    await page.getByRole('link', { name: RUN }).waitFor();
    await press('j', 'Enter');
    await page.waitForURL(`**/runs/${RUN}`);
  });

  test('keys do nothing while a person types', async () => {
    await page.goto(`${panel.url}/?start=any`);
    await page.getByText('Run id and budgets').click();
    await page.getByLabel('run id').fill('');
    await page.keyboard.type('g-w-n');
    assert.equal(await page.getByLabel('run id').inputValue(), 'g-w-n');
    assert.match(page.url(), /\/\?start=any$/);
  });
});

/** Presses tab until the focus is on an element of this tag with this text. */
async function tabTo(page: Page, tag: string, text: string): Promise<void> {
  await waitFor(`the focus on ${text}`, async () => {
    await page.keyboard.press('Tab');
    return await page.evaluate(
      (wanted) =>
        document.activeElement?.localName === wanted.tag &&
        (document.activeElement.textContent ?? '').includes(wanted.text),
      { tag, text },
    );
  });
}
