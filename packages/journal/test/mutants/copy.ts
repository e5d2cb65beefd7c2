import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REPOSITORY } from '@checkpoint/local';
import type { Mutant } from './mutants.ts';

const JOURNAL = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['src', 'test', 'migrations', 'package.json'];

/**
 * A copy of the journal and of its tests with the mutant's edits, inside the repository, so that packages resolve as
 * ever; the tests import the sources beside them. Throws when an edit does not fit exactly once.
 */
export function mutatedCopy(mutant: Mutant): string {
  const folder = join(REPOSITORY, '.checkpoint', 'mutants', mutant.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of COPIED) cpSync(join(JOURNAL, part), join(folder, part), { recursive: true });
  for (const { file, from, to } of mutant.edits) {
    const path = join(folder, 'src', file);
    const text = readFileSync(path, 'utf8');
    const times = text.split(from).length - 1;
    if (times !== 1) {
      throw new Error(
        `mutant ${mutant.name}: this text occurs ${times} times in src/${file}, not once:\n${from}`,
      );
    }
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
  return folder;
}
