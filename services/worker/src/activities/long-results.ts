import type { ToolOutput } from '@checkpoint/contracts';

/** Characters of a result's JSON that a model is shown whole: some 6,000 tokens, eight of which fit a small model's context. */
export const LONG_RESULT_CHARS = 24_000;

/** Bytes of a stored result, the journal's own limit: a larger one belongs where it can be fetched in parts. */
export const MAX_RESULT_BYTES = 4 * 1024 * 1024;

/** Errors are short by nature and are told whole. */
export function isLong(output: ToolOutput): boolean {
  return output.ok && JSON.stringify(output.value).length > LONG_RESULT_CHARS;
}

/** The output, or, in place of one over the limit, an error that says so. Reading again would change nothing. */
export function withinLimit(output: ToolOutput, tool: string): ToolOutput {
  const bytes = Buffer.byteLength(JSON.stringify(output));
  if (bytes <= MAX_RESULT_BYTES) return output;
  const message = `the result of ${tool} is ${bytes} bytes, the limit is ${MAX_RESULT_BYTES}: ask for less at once`;
  return { ok: false, error: { code: 'PAYLOAD_TOO_LARGE', message } };
}
