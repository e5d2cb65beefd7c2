import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/** Where the workflows live. */
export const workflowsPath: string = fileURLToPath(new URL('./workflows/index.ts', import.meta.url));

/** The workflow code as one file. Workers that are given it start without running a bundler. */
export async function bundle(): Promise<string> {
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  return code;
}

if (import.meta.main) {
  const target = process.argv[2];
  if (target === undefined) {
    process.stderr.write('usage: node src/bundle.ts <file to write>\n');
    process.exit(2);
  }
  await writeFile(target, await bundle());
}
