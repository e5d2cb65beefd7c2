import { readFileSync } from 'node:fs';
import type { EffectContext, RenderContext } from '@checkpoint/agent';
import type { Booking } from '../booking.ts';
import { inboxSize, readInbox } from '../inbox.ts';
import type { LedgerSettings } from '../input.ts';
import type { Mail } from '../mail.ts';
import { read } from '../offline/read.ts';
import { checkSums } from '../sums.ts';

export interface Totals {
  readonly documents: number;
  readonly statedMinor: number;
  readonly computedMinor: number;
}
export interface Summary {
  readonly totals: Readonly<Record<string, Totals>>;
  readonly flagged: readonly string[];
}
interface Expected {
  readonly documents: readonly Pick<
    Booking,
    | 'document'
    | 'vendor'
    | 'number'
    | 'date'
    | 'currency'
    | 'category'
    | 'statedTotalMinor'
    | 'computedTotalMinor'
    | 'sumsAgree'
  >[];
  readonly first30: Summary;
  readonly all: Summary;
}

/** Computed apart from this code, see inbox/README.md. */
export const expected: Expected = JSON.parse(
  readFileSync(new URL('../expected.json', import.meta.url), 'utf8'),
);

export async function bookInbox(): Promise<Booking[]> {
  const positions = Array.from({ length: inboxSize }, (_, at) => at + 1);
  return Promise.all(
    positions.map(async (position) => {
      const { name, text } = await readInbox(position);
      const reading = read({ document: name, text });
      const { computedTotalMinor, agrees } = checkSums(reading);
      return { ...reading, computedTotalMinor, sumsAgree: agrees };
    }),
  );
}

export const booking: Booking = {
  document: '001-bakery-hansen.txt',
  vendor: 'Hansen Bakery',
  number: '2026-0117',
  date: '2026-03-04',
  category: 'food_and_catering',
  currency: 'EUR',
  pricesIncludeVat: false,
  lines: [
    { description: 'Sourdough loaf', quantity: '12', unitPriceMinor: 450, amountMinor: 5400 },
    { description: 'Coffee | urn', quantity: '2', unitPriceMinor: 1800, amountMinor: 3600 },
  ],
  discounts: [],
  vat: [{ percent: '7', amountMinor: 630 }],
  statedSubtotalMinor: 9000,
  statedTotalMinor: 9630,
  computedTotalMinor: 9630,
  sumsAgree: true,
};

export const mail: Mail = {
  ...booking,
  to: 'bookkeeping@checkpoint.example',
  subject: 'Booked: Café Milou, 96.30 EUR',
  message: 'Nothing is left to do.\n.a line that starts with a dot',
};

export const key = 'run-a:3:send_mail';
export const renderContext: RenderContext = {
  key,
  runId: 'run-a',
  step: 3,
  toolUseId: 'send_mail',
  runStartedAt: new Date('2026-03-15T08:00:00Z'),
};

/** Milliseconds that a test's attempt may send: longer than any test takes. */
const ATTEMPT_MS = 10_000;

/** The context of an attempt at one address, which is used for every setting. */
export function effectContext(
  bytes: string,
  address: { http?: string; smtp?: string },
  more: Partial<EffectContext<LedgerSettings>> = {},
): EffectContext<LedgerSettings> {
  const http = address.http ?? 'http://127.0.0.1:9';
  return {
    ...renderContext,
    epoch: 2,
    bytes,
    settings: { fileStoreUrl: http, mailLookupUrl: http, smtpUrl: address.smtp ?? 'smtp://127.0.0.1:9' },
    agentInput: { documents: 30 },
    signal: new AbortController().signal,
    remainingMs: () => ATTEMPT_MS,
    ...more,
  };
}
