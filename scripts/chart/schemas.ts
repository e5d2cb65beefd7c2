/**
 * JSON schemas for kubeconform, made from what Kubernetes and the Prometheus operator ship in their Go modules: no web
 * site is asked. Strict: a field that Kubernetes does not know is an error.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { succeed } from './run.ts';
import { cacheFolder, GO_ENVIRONMENT } from './tools.ts';

/** The version of the kind cluster. */
const KUBERNETES = { module: 'k8s.io/kubernetes', version: 'v1.34.4' } as const;
const OPERATOR = {
  module: 'github.com/prometheus-operator/prometheus-operator',
  version: 'v0.85.0',
} as const;
const OPERATOR_KINDS = ['podmonitors', 'prometheusrules'] as const;

type Schema = { [key: string]: unknown };
const Kinds = z.array(z.object({ group: z.string(), kind: z.string(), version: z.string() }));
const Swagger = z.object({ definitions: z.record(z.string(), z.record(z.string(), z.unknown())) });
const Crd = z.object({
  spec: z.object({
    group: z.string(),
    names: z.object({ kind: z.string() }),
    versions: z.array(
      z.object({
        name: z.string(),
        schema: z.object({ openAPIV3Schema: z.record(z.string(), z.unknown()) }),
      }),
    ),
  }),
});

/** A folder with one file a kind, under the name that kubeconform asks for. */
export async function provideSchemas(report: (line: string) => void): Promise<string> {
  const folder = join(cacheFolder(), `schemas-${KUBERNETES.version}-${OPERATOR.version}`);
  if (existsSync(folder)) return folder;
  report(
    'making schemas from the Go modules of Kubernetes and of the Prometheus operator (some 20 MB, once)',
  );
  const aside = `${folder}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  const [kubernetes, operator] = await Promise.all([downloaded(KUBERNETES), downloaded(OPERATOR)]);
  writeKubernetes(aside, readFileSync(join(kubernetes, 'api/openapi-spec/swagger.json'), 'utf8'));
  for (const kind of OPERATOR_KINDS) {
    writeCrd(aside, readFileSync(join(operator, `jsonnet/prometheus-operator/${kind}-crd.json`), 'utf8'));
  }
  renameSync(aside, folder);
  return folder;
}

async function downloaded({ module, version }: { module: string; version: string }): Promise<string> {
  const args = ['mod', 'download', '-json', `${module}@${version}`];
  const answer = await succeed('go', args, { cwd: cacheFolder(), env: GO_ENVIRONMENT });
  return z.object({ Dir: z.string() }).parse(JSON.parse(answer)).Dir;
}

/** All definitions in one file, strict, and for each kind a file that points to its own. */
function writeKubernetes(folder: string, text: string): void {
  const { definitions } = Swagger.parse(JSON.parse(text));
  const strict = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, tightened(definition)]),
  );
  for (const [name, definition] of Object.entries(definitions)) {
    const kinds = Kinds.safeParse(definition['x-kubernetes-group-version-kind']);
    if (!kinds.success) continue;
    for (const { group, kind, version } of kinds.data) {
      write(folder, { group, kind, version }, { $ref: `_definitions.json#/definitions/${name}` });
    }
  }
  writeFileSync(join(folder, '_definitions.json'), JSON.stringify({ definitions: strict }));
}

function writeCrd(folder: string, text: string): void {
  const { group, names, versions } = Crd.parse(JSON.parse(text)).spec;
  for (const { name, schema } of versions) {
    write(folder, { group, kind: names.kind, version: name }, tightened(schema.openAPIV3Schema));
  }
}

function write(folder: string, of: { group: string; kind: string; version: string }, schema: Schema): void {
  const group = of.group === '' ? '' : `${of.group.split('.')[0]}-`;
  const file = `${of.kind}-${group}${of.version}.json`.toLowerCase();
  writeFileSync(join(folder, file), JSON.stringify(schema));
}

/** Forbids unknown fields wherever fields are named, and says what Kubernetes' own description leaves to its words. */
function tightened(schema: unknown): Schema {
  if (Array.isArray(schema)) return schema.map(tightened) as unknown as Schema;
  if (typeof schema !== 'object' || schema === null) return schema as unknown as Schema;
  const { description: _, ...given } = schema as Schema;
  const own: Record<string, unknown> = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, tightened(value)]),
  );
  // In Swagger both are strings; in the manifests that people write they are numbers, too.
  if (own.format === 'int-or-string' || own['x-kubernetes-int-or-string'] === true) {
    return { type: ['string', 'integer'] };
  }
  const isOpen =
    own['x-kubernetes-preserve-unknown-fields'] === true || own.additionalProperties !== undefined;
  return own.properties === undefined || isOpen ? own : { ...own, additionalProperties: false };
}
