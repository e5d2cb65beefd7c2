import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/** Where the workflows live. */
export const workflowsPath: string = fileURLToPath(new URL('./workflows/index.ts', import.meta.url));

/**
 * The workflow code as one file. Workers that are given it start without running a bundler. `replaced` puts other files
 * in the place of some, by absolute path: that is how the tests make the releases before and after this one.
 */
export async function bundle(
  path: string = workflowsPath,
  replaced: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: path,
    logger: new DefaultLogger('WARN'),
    webpackConfigHook: (config) => ({
      ...config,
      resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...replaced } },
    }),
  });
  return code;
}

if (import.meta.main) {
  const [, , target, path] = process.argv;
  if (target === undefined) {
    process.stderr.write('usage: node src/bundle.ts <file to write> [<index.ts of other workflows>]\n');
    process.exit(2);
  }
  await writeFile(target, await bundle(path === undefined ? workflowsPath : resolve(path)));
}
