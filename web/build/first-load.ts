import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Fails the build when what a first visit loads (the page, its scripts and its styles, gzip level 6 as most servers
 * send them) is larger than `maxBytes`, and prints the size otherwise.
 */
export function firstLoadBudget(maxBytes: number): Plugin {
  return {
    name: 'checkpoint:first-load-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const parts = Object.values(bundle)
        .filter((file) => file.type === 'asset' || file.isEntry || !file.isDynamicEntry)
        .map((file) => ({
          name: file.fileName,
          bytes: gzipSync(file.type === 'asset' ? file.source : file.code, { level: 6 }).length,
        }));
      const total = parts.reduce((sum, part) => sum + part.bytes, 0);
      const text = `first load ${inKilobytes(total)} of ${inKilobytes(maxBytes)} compressed`;
      if (total > maxBytes) {
        this.error(`${text}: ${parts.map((part) => `${part.name} ${inKilobytes(part.bytes)}`).join(', ')}`);
      }
      process.stdout.write(`${text}\n`);
    },
  };
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
