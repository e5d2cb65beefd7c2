import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Headless, with a fresh profile, and silent: the test's browser calls nobody but the panel. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Milliseconds until a thing that the page should show counts as missing: a busy machine of two cores, with room. */
const SHOWN_WITHIN_MS = 60_000;

const SCREENSHOTS = fileURLToPath(new URL('../../../.checkpoint/screenshots/', import.meta.url));

/** Debian's Chromium, or the one that CHECKPOINT_CHROMIUM names. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHECKPOINT_CHROMIUM || '/usr/bin/chromium';
  return await chromium.launch({ executablePath, args: FLAGS });
}

export interface WatchedPage {
  readonly page: Page;
  /** What the page complained of so far: thrown errors, and errors on the console that are no lost connection. */
  readonly complaints: readonly string[];
}

/** A page of its own profile that notes every complaint. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(SHOWN_WITHIN_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isLostConnection = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isLostConnection) complaints.push(message.text());
  });
  return { page, complaints };
}

/** Writes what the page shows to `.checkpoint/screenshots/<name>.png`, for a person to look at. */
export async function photograph(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
