import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ALERTS } from '../files.ts';

const Alert = z.strictObject({
  alert: z.string().regex(/^Checkpoint([A-Z][a-z]+)+$/, 'not PascalCase after Checkpoint'),
  expr: z.string().min(1),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({
    summary: z.string().min(1),
    description: z.string().min(1),
    runbook_url: z.string().min(1),
  }),
});
export type Alert = z.infer<typeof Alert>;
const Rules = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Alert).min(1) })).min(1),
});

/** Reads every alert of the chart. Throws for a rule that breaks a convention: name, severity, texts, runbook. */
export function readAlerts(folder: string = ALERTS): Alert[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .flatMap((name) => Rules.parse(parse(readFileSync(join(folder, name), 'utf8'))).groups)
    .flatMap((group) => group.rules);
}
