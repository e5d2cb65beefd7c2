/**
 * Files of the chart that are made from something else. `npm run chart:generate` writes them, `npm run chart:check` says when
 * one is not what would be made now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dynamicConfig, REPOSITORY } from '@checkpoint/local';
import { readmeOf } from './readme.ts';

export const CHART = join(REPOSITORY, 'deploy/helm/checkpoint');

const DYNAMIC_CONFIG_HEAD =
  '# Made by `npm run chart:generate` from deploy/local/src/temporal/dynamic-config.ts.\n';

const MADE: Readonly<Record<string, () => string>> = {
  'README.md': () => readmeOf(CHART),
  'files/temporal/dynamic-config.yaml': () => DYNAMIC_CONFIG_HEAD + dynamicConfig(),
};

/** Names of the files that are not as they would be made now. */
export function staleFiles(): string[] {
  return Object.keys(MADE).filter((file) => readFileSync(join(CHART, file), 'utf8') !== MADE[file]?.());
}

if (import.meta.main) {
  for (const [file, make] of Object.entries(MADE)) writeFileSync(join(CHART, file), make());
}
