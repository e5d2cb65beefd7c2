import { z } from 'zod';
import type { CrashDemo } from './context.ts';
import type { countsAt } from './product.ts';
import { until } from './until.ts';

/** Milliseconds for Prometheus to have scraped what just happened: several of its intervals. */
const SCRAPED_MS = 90_000;

const Answer = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

/** What Prometheus says must be what the stores say, taken from each by itself. */
export async function checkPrometheus(demo: CrashDemo): Promise<void> {
  const { config, product, checks } = demo;
  await equal(demo, 'duplicates', 'max(checkpoint_effect_duplicates_total{detector="witness"})', async () => {
    const response = await fetch(`${config.witnessUrl}/counts`);
    const { total } = (await response.json()) as Awaited<ReturnType<typeof countsAt>>;
    return total.duplicates;
  }).catch((thrown: unknown) => checks.check('Prometheus agrees: duplicates', false, String(thrown)));
  await equal(demo, 'resumes', 'max(sum by (pod) (checkpoint_resume_latency_seconds_count))', async () => {
    const { distribution } = await product.resumes();
    return distribution.count;
  }).catch((thrown: unknown) => checks.check('Prometheus agrees: resumes', false, String(thrown)));
}

async function equal(
  demo: CrashDemo,
  what: string,
  query: string,
  stored: () => Promise<number>,
): Promise<void> {
  let seen: readonly [number, number] = [Number.NaN, Number.NaN];
  const agrees = async () => {
    seen = [await ask(demo.config.prometheusUrl, query), await stored()];
    return seen[0] === seen[1];
  };
  await until(`Prometheus to agree about ${what}`, SCRAPED_MS, agrees).catch(() => undefined);
  demo.checks.check(
    `Prometheus agrees with the stores: ${what}`,
    seen[0] === seen[1],
    `Prometheus ${seen[0]}, stored ${seen[1]}`,
  );
}

/** The one value of a query. Throws when there is none, which is not the same as 0. */
async function ask(url: string, query: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
  if (!response.ok) throw new Error(`Prometheus answered ${response.status} to ${query}`);
  const [only] = Answer.parse(await response.json()).data.result;
  if (only === undefined) throw new Error(`Prometheus has no series for ${query}`);
  return Number(only.value[1]);
}
