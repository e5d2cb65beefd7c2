/** Every value has a place in values.yaml: one that only the schema knows would be found by nobody. */
import { z } from 'zod';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly $ref?: string | undefined;
}
const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({ properties: z.record(z.string(), Schema).optional(), $ref: z.string().optional() }),
);
const Root = z.object({ properties: z.record(z.string(), Schema), $defs: z.record(z.string(), Schema) });

/** Read by umbrella charts only. */
const NOT_IN_VALUES: ReadonlySet<string> = new Set(['global']);
/** What people write there is Kubernetes' own: the defaults need not show all of it. */
const OPEN: ReadonlySet<string> = new Set(['#/$defs/resources', '#/$defs/image']);

/** Paths of the schema that the default values do not have. */
export function missingInValues(schemaText: string, values: unknown): string[] {
  const root = Root.parse(JSON.parse(schemaText));
  const look = (schema: Schema, held: unknown, path: string): string[] => {
    if (schema.$ref !== undefined) {
      const target = root.$defs[schema.$ref.replace('#/$defs/', '')];
      return target === undefined || OPEN.has(schema.$ref) ? [] : look(target, held, path);
    }
    return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
      const here = path === '' ? key : `${path}.${key}`;
      if (NOT_IN_VALUES.has(here)) return [];
      if (typeof held !== 'object' || held === null || !(key in held)) return [here];
      return look(inner, (held as Record<string, unknown>)[key], here);
    });
  };
  return look({ properties: root.properties }, values, '');
}
