import type { RefundsInput } from './input.ts';

/** The first message of a run: the task. It holds no mail and no card. */
export async function opening({ account, via, cases }: RefundsInput): Promise<string> {
  return [
    `Please decide ${cases} refund ${cases === 1 ? 'case' : 'cases'}, one in each turn.`,
    `Refunds come from account ${account}; the refund tool of this run is refund_${via}.`,
    'Begin with read_case, position 1.',
  ].join('\n');
}
