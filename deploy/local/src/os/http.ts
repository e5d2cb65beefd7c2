/** One look must not take longer than this: the next one may already be answered. */
const ANSWER_WITHIN_MS = 2_000;

/** True when the address answers with a success. Throws when it does not answer. */
export async function answersOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  await answer.body?.cancel();
  return answer.ok;
}
