import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { InboxList } from '@checkpoint/contracts/api';
import { waitFor } from '@checkpoint/testing';
import type { Browser } from 'playwright-core';
import { broken, lowContrast, nameless } from './support/audit.ts';
import { openBrowser, openPage, photograph } from './support/browser.ts';
import { killHolder, openPanel, type Panel, startRun, startUntellable } from './support/panel.ts';

const HELD = 'looked-at';
const UNKNOWN = 'waiting-for-a-person';
const ASKS = 'asks-a-person';

/** Thirty steps take some seconds on an idle machine; this is for one that is busy with ten other things. */
const RUN_WITHIN_MS = 90_000;

/** Each page in a state that shows most of what it has, and what must be in sight before it is looked at. */
const PAGES = [
  { name: 'runs', path: '/', sign: '.runs tbody tr' },
  { name: 'start', path: '/?start=any', sign: '[role=dialog] fieldset' },
  { name: 'run', path: `/runs/${HELD}`, sign: '[data-resumed].t-row' },
  { name: 'run-step', path: `/runs/${HELD}?step=3&tab=conversation`, sign: '.step-panel .tool-call' },
  { name: 'run-attempts', path: `/runs/${HELD}?tab=attempts`, sign: '[aria-label="Attempts"] tbody tr' },
  { name: 'run-resumes', path: `/runs/${HELD}?tab=resumes`, sign: '[aria-label="Resumes"] tbody tr' },
  { name: 'run-artifacts', path: `/runs/${HELD}?tab=artifacts`, sign: '[aria-label="Artifacts"] tbody tr' },
  { name: 'run-mail', path: `/runs/${HELD}?tab=mail`, sign: '.mail' },
  { name: 'run-history', path: `/runs/${HELD}?tab=history`, sign: '.history-event' },
  { name: 'run-report', path: `/runs/${HELD}?tab=report`, sign: '.report' },
  { name: 'run-input', path: `/runs/${HELD}?tab=input`, sign: '.input-and-result' },
  { name: 'inbox', path: '/inbox', sign: '.inbox article' },
  { name: 'decide', path: `/inbox?decide=${UNKNOWN}:2:refund_unrepeatable`, sign: '[role=dialog] .choices' },
  { name: 'approve', path: `/inbox?decide=${ASKS}:11:refund_keyed`, sign: '[role=dialog] .choices' },
  { name: 'run-asks', path: `/runs/${ASKS}?step=11`, sign: '.waiting' },
  { name: 'run-waiting', path: `/runs/${UNKNOWN}`, sign: '.waiting' },
  { name: 'resume', path: '/resume', sign: '.resume-dot' },
  { name: 'workers', path: '/workers', sign: 'article' },
] as const;

describe('every page, narrow and wide, dark and light', () => {
  let panel: Panel;
  let browser: Browser;

  before(async () => {
    panel = await openPanel();
    browser = await openBrowser();
    await runWithADeath(panel);
    await startUntellable(panel, { runId: UNKNOWN, fault: { fault: 'drop_after_commit' } });
    await startRun(panel, { runId: ASKS, agent: 'refunds', input: { via: 'keyed', cases: 10 } });
    await waitFor('the question', () => isAsked(panel), { timeoutMs: RUN_WITHIN_MS });
    await startRun(panel, {
      runId: 'without-usable-answer',
      faults: [{ kind: 'garble', step: 2, times: 2 }],
    });
  });
  after(async () => {
    await browser?.close();
    await panel?.stop();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390] as const) {
      test(`can be read and used at ${width} pixels, ${colorScheme}`, async () => {
        const viewport = { width, height: width === 1440 ? 900 : 844 };
        const { page, complaints } = await openPage(browser, { viewport, colorScheme });
        const found: string[] = [];
        for (const { name, path, sign } of PAGES) {
          await page.goto(`${panel.url}${path}`);
          await page.locator(sign).first().waitFor();
          await page.locator('[data-connection="live"]').waitFor();
          if (path.startsWith(`/runs/${HELD}`)) await page.locator('.t-row[data-resumed]').first().waitFor();
          await photograph(page, `${name}-${width}-${colorScheme}`);
          const wrong = [...(await lowContrast(page)), ...(await nameless(page)), ...(await broken(page))];
          found.push(...wrong.map((each) => `${name}: ${each}`));
        }
        assert.deepEqual(found, []);
        assert.deepEqual(complaints, []);
        await page.context().close();
      });
    }
  }

  test('the checks can fail: pale text, a button without a name and a wide box are all found', async () => {
    const { page } = await openPage(browser, { viewport: { width: 390, height: 844 }, colorScheme: 'light' });
    await page.goto(`${panel.url}/workers`);
    await page.locator('article').first().waitFor();
    await page.evaluate(() => {
      document.documentElement.style.setProperty('--muted', '#8b949e');
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', '<button style="width:600px"></button>');
    });
    assert.ok((await lowContrast(page)).some((each) => each.includes('"host"')));
    assert.equal((await nameless(page)).length, 1);
    assert.ok((await broken(page)).some((each) => each.startsWith('the page is 6')));
    await page.context().close();
  });
});

async function isAsked(panel: Panel): Promise<boolean> {
  const { waiting } = await panel.api<InboxList>('/api/inbox');
  return waiting.approval > 0;
}

/** A run whose third step was interrupted by a death and taken up again. */
async function runWithADeath(panel: Panel): Promise<void> {
  await startRun(panel, {
    runId: HELD,
    faults: [{ kind: 'hold', step: 3, move: 'after_send', tool: 'send_mail' }],
  });
  type Holds = { holds: unknown[] };
  await waitFor(
    'a held effect',
    async () => {
      const { holds } = await panel.api<Holds>(`/api/runs/${HELD}/holds`);
      return holds.length > 0;
    },
    { timeoutMs: RUN_WITHIN_MS },
  );
  await killHolder(panel, HELD);
  const isDone = async () => {
    const { status } = await panel.api<{ status: string }>(`/api/runs/${HELD}`);
    return status === 'completed';
  };
  await waitFor('the end of the run', isDone, { timeoutMs: RUN_WITHIN_MS });
}
