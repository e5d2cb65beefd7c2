import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AllResumes } from '@checkpoint/contracts/api';
import { waitFor } from '@checkpoint/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, photograph } from './support/browser.ts';
import { killHolder, openPanel, type Panel, startRun } from './support/panel.ts';

const RUN = 'stood-still-once';
const PHASES = ['noticed', 'certified', 'released', 'next attempt', 'next effect'] as const;

describe('how fast the runs come back', () => {
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

  test('each worker card says since when its session is connected', async () => {
    await page.goto(`${panel.url}/workers`);
    await waitFor('two sessions', async () => (await page.getByText(/^connected since/).count()) === 2);
  });

  test('before any death the page says so, and a resume appears on it without a reload', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByText('No worker has died while it held work').waitFor();
    const faults = [{ kind: 'hold', step: 3, move: 'after_send', tool: 'send_mail' }];
    await startRun(panel, { runId: RUN, faults });
    await waitFor('a held effect', async () => {
      const { holds } = await panel.api<{ holds: unknown[] }>(`/api/runs/${RUN}/holds`);
      return holds.length > 0;
    });
    await killHolder(panel, RUN);
    await page.getByRole('row').filter({ hasText: RUN }).first().waitFor();
  });

  test('the page tells the distribution, and the phases of each resume add up to its latency', async () => {
    const list = await waitFor('every phase of every resume', async () => {
      const all = await panel.api<AllResumes>('/api/resumes');
      return all.resumes.every(({ nextEffectAt, releasedAt }) => nextEffectAt && releasedAt) && all;
    });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: RUN }).first();
    await row.waitFor();
    const shown = await Promise.all(
      PHASES.map((name) => row.locator(`[data-phase="${name}"]`).textContent()),
    );
    const latency = await row.locator('b').textContent();
    for (const text of shown) assert.match(text ?? '', /^(\d+(\.\d+)? s|went on)$/);
    const beforeAttempt = shown
      .slice(0, -1)
      .reduce((sum, text) => sum + (Number.parseFloat(text ?? '') || 0), 0);
    assert.ok(
      Math.abs(beforeAttempt - Number.parseFloat(latency ?? '')) < 0.02,
      `${shown} are not ${latency}`,
    );
    const figures = await page.getByLabel('Death to next attempt', { exact: true }).textContent();
    assert.match(
      figures ?? '',
      new RegExp(`^p50\\d.* s.*slowest\\d.* s.*of${list.distribution.count} resume`),
    );
  });

  test('each resume is a dot that leads to its step, and each rank a bar of phases', async () => {
    const dots = page.getByRole('figure', { name: 'Each resume by its time and latency' }).locator('a');
    const bars = page.getByRole('figure', { name: 'Phases of the resume at each rank' });
    await bars.getByText('p99').waitFor();
    const { resumes } = await panel.api<AllResumes>('/api/resumes');
    await waitFor('a dot for each resume', async () => (await dots.count()) === resumes.length);
    for (const name of PHASES) await bars.getByRole('listitem').filter({ hasText: name }).waitFor();
    await bars.getByLabel('until').selectOption('attempt');
    await bars.getByRole('listitem').filter({ hasText: 'next effect' }).waitFor({ state: 'detached' });
    await bars.getByLabel('until').selectOption('effect');
    await photograph(page, 'resume-1440-light');
    await dots.first().click();
    await page.waitForURL(`**/runs/${RUN}?step=3`);
    await page.getByRole('heading', { name: 'Step 3', exact: true }).waitFor();
    assert.deepEqual(complaints, []);
  });
});
