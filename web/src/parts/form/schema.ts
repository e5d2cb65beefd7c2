import type { Json } from '../../api/types.ts';

/** A field that a form can offer. `json` is everything that has no simple input of its own. */
export interface Field {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json';
  readonly description: string | undefined;
  readonly required: boolean;
  readonly defaultValue: Json | undefined;
  readonly choices: readonly string[];
  readonly min: number | undefined;
  readonly max: number | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

/** The fields of an object's JSON Schema, in its order. A schema that is no object has none: it is written as JSON. */
export function fieldsOf(schema: unknown): readonly Field[] {
  if (!isSchema(schema) || !isSchema(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties)
    .filter((entry): entry is [string, Schema] => isSchema(entry[1]))
    .map(([name, property]) => field(name, property, required.includes(name)));
}

function field(name: string, property: Schema, required: boolean): Field {
  const choices = Array.isArray(property.enum) ? property.enum.map(String) : [];
  return {
    name,
    kind: choices.length > 0 ? 'choice' : kindOf(property.type),
    description: typeof property.description === 'string' ? property.description : undefined,
    required: required && property.default === undefined,
    defaultValue: property.default as Json | undefined,
    choices,
    min: numberOf(property.minimum),
    max: numberOf(property.maximum),
  };
}

function kindOf(type: unknown): Field['kind'] {
  switch (type) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
    case 'boolean':
      return type;
    default:
      return 'json';
  }
}

function numberOf(value: unknown): number | undefined {
  // Zod writes the largest safe integer as the maximum of a number without one; nobody needs to read that.
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A typed text as the value of a field; undefined leaves the field out, so that its default applies. Throws a SyntaxError. */
export function typedValue(of: Field, text: string): Json | undefined {
  if (text === '') return undefined;
  switch (of.kind) {
    case 'text':
    case 'choice':
      return text;
    case 'number':
    case 'integer':
      return Number(text);
    case 'boolean':
      return text === 'true';
    case 'json':
      return JSON.parse(text) as Json;
  }
}
