import { type JSONSchema7, jsonSchema, type ToolSet, tool } from 'ai';
import { z } from 'zod';
import type { ToolSpec } from './types.ts';

/**
 * The tools as the AI SDK wants them: sorted by name, so that equal sets have equal bytes and a provider's prompt
 * cache holds. They have no `execute`: calling is the workflow's work. They do not validate either: decode.ts does, on
 * what the model really wrote.
 */
export function toToolSet(tools: readonly ToolSpec[]): ToolSet {
  const sorted = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    sorted.map((spec) => [
      spec.name,
      tool({ description: spec.description, inputSchema: jsonSchema(inputJsonSchema(spec)) }),
    ]),
  );
}

/** The JSON schema of what a model may write, which for a field with a default is less than what the tool gets. */
export function inputJsonSchema(spec: ToolSpec): JSONSchema7 {
  return z.toJSONSchema(spec.inputSchema, { target: 'draft-7', io: 'input' }) as JSONSchema7;
}
