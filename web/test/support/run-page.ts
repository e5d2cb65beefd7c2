import type { Page } from 'playwright-core';

/** The verdict line as a person reads it. */
export async function verdictShown(page: Page): Promise<string> {
  const text = await page.getByRole('region', { name: 'Verdict' }).textContent();
  return (text ?? '').trim();
}

/** The steps in sight as a screen reader tells them, without the length of what is still going. */
export async function rowsShown(page: Page): Promise<string[]> {
  const labels = await page
    .locator('[role="option"]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('.hidden-text')?.textContent ?? ''));
  return labels.map((label) => label.slice(0, label.lastIndexOf(',')));
}
