/**
 * `npm run chart:check`: the chart under Helm 3 and 4. Lint, the same text from both, unit tests, refusals, every object
 * against Kubernetes' schema, and the README as it would be made now. Prints one line a check; exits with 1 when one fails.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { asError } from '@checkpoint/contracts';
import { CHART, staleFiles } from './generated.ts';
import { missingInValues } from './keys.ts';
import { REFUSALS } from './refusals.ts';
import { run, succeed } from './run.ts';
import { provideSchemas } from './schemas.ts';
import { provideTools, type Tools } from './tools.ts';

/** The oldest that Chart.yaml allows, and the one of the kind cluster. Helm's own default is that of its client library. */
const KUBE_VERSIONS = ['1.28.0', '1.34.4'] as const;
const NEWEST = KUBE_VERSIONS[1];

const say = (line: string) => void process.stdout.write(`${line}\n`);
const counts = { passed: 0, failed: 0 };

async function check(promise: string, work: () => Promise<string>): Promise<void> {
  try {
    say(`PASS  ${promise}: ${await work()}`);
    counts.passed += 1;
  } catch (thrown) {
    say(`FAIL  ${promise}: ${asError(thrown).message}`);
    counts.failed += 1;
  }
}

const render = (helm: string, values: string, version: string) =>
  succeed(helm, [
    'template',
    'checkpoint',
    CHART,
    '-n',
    'checkpoint',
    '-f',
    values,
    '--kube-version',
    version,
  ]);

async function lints(tools: Tools, values: string): Promise<string> {
  for (const helm of [tools.helm3, tools.helm4]) {
    await succeed(helm, ['lint', CHART, '--strict', '--kube-version', NEWEST, '-f', values]);
  }
  return 'strict, Helm 3 and 4';
}

/** Passwords are drawn anew at each rendering, and empty lines are a matter of taste; everything else is the same. */
const comparable = (text: string): string =>
  text.replaceAll(/^ {2}[a-z-]+(-password|-key): .+$/gm, '').replaceAll(/^\s*\n/gm, '');

async function rendersAlike(tools: Tools, values: string): Promise<string> {
  const [three, four] = await Promise.all([
    render(tools.helm3, values, NEWEST),
    render(tools.helm4, values, NEWEST),
  ]);
  if (comparable(three) !== comparable(four)) throw new Error('Helm 3 and Helm 4 make different objects');
  return `${three.length} characters, the same from Helm 3 and 4`;
}

async function conforms(tools: Tools, schemas: string, values: string): Promise<string> {
  const args = [
    '-strict',
    '-summary',
    '-schema-location',
    `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`,
  ];
  const said = await Promise.all(
    KUBE_VERSIONS.map(async (version) => {
      const manifests = await render(tools.helm3, values, version);
      return (await succeed(tools.kubeconform, args, { input: manifests })).trim();
    }),
  );
  return said.at(-1) ?? '';
}

async function refuses(tools: Tools): Promise<string> {
  const minimal = join(CHART, 'ci/minimal-values.yaml');
  for (const { why, set, says } of REFUSALS) {
    const args = ['template', 'checkpoint', CHART, '-f', minimal, '--kube-version', NEWEST];
    const { code, errors } = await run(tools.helm3, [...args, ...set.flatMap((value) => ['--set', value])]);
    if (code === 0) throw new Error(`${why} (${set.join(', ')}) was accepted`);
    if (!says.test(errors))
      throw new Error(`${why}: the refusal does not say ${says}, but: ${errors.trim()}`);
  }
  return `${REFUSALS.length} kinds of wrong values, each with its reason`;
}

/** The values as Helm has read them: an extra object may be a template, and this one shows them. */
const SHOWN_VALUES = [
  ...['--kube-version', NEWEST, '-f', join(CHART, 'ci/minimal-values.yaml')],
  ...['--show-only', 'templates/extra-objects.yaml', '--set-json', 'extraObjects=["{{ toJson .Values }}"]'],
];

async function knowsEachValue(tools: Tools): Promise<string> {
  const text = await succeed(tools.helm3, ['template', 'x', CHART, ...SHOWN_VALUES]);
  const values: unknown = JSON.parse(text.slice(text.indexOf('{')));
  const missing = missingInValues(readFileSync(join(CHART, 'values.schema.json'), 'utf8'), values);
  if (missing.length > 0) throw new Error(`only the schema knows ${missing.join(', ')}`);
  return 'none is known to the schema alone';
}

async function isFresh(): Promise<string> {
  const stale = staleFiles();
  if (stale.length > 0) throw new Error(`${stale.join(', ')}: not as made now; run npm run chart:generate`);
  return 'README.md from values.yaml, Temporal’s settings from the local stack';
}

const tools = await provideTools(say);
const schemas = await provideSchemas(say);
for (const values of globSync('ci/*-values.yaml', { cwd: CHART }).sort()) {
  const path = join(CHART, values);
  await check(`${basename(values)} lints`, () => lints(tools, path));
  await check(`${basename(values)} renders`, () => rendersAlike(tools, path));
  await check(`${basename(values)} conforms`, () => conforms(tools, schemas, path));
}
await check('the unit tests pass', async () => {
  const said = await succeed(tools.unittest, [CHART, '--strict']);
  return /^Tests:.*$/m.exec(said)?.[0] ?? said;
});
await check('wrong values are refused', () => refuses(tools));
await check('each value is in values.yaml', () => knowsEachValue(tools));
await check('what is generated is fresh', isFresh);
say(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
