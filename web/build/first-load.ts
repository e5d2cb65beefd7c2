import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/**
 * Fails the build when what a first visit loads (the page, its scripts and its styles, gzip level 6 as most servers
 * send them) is larger than `maxBytes`, and prints the size otherwise.
 */
export function firstLoadBudget(maxBytes: number): Plugin {
  return {
    name: 'checkpoint:first-load-budget',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const parts = Object.values(bundle).filter(isLoadedFirst).map(compressed);
        const total = parts.reduce((sum, part) => sum + part.bytes, 0);
        const text = `first load ${inKilobytes(total)} of ${inKilobytes(maxBytes)} compressed`;
        if (total <= maxBytes) return this.info(text);
        this.error(`${text}: ${parts.map((part) => `${part.name} ${inKilobytes(part.bytes)}`).join(', ')}`);
      },
    },
  };
}

function isLoadedFirst(file: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  return file.type === 'asset' || file.isEntry || !file.isDynamicEntry;
}

function compressed(file: Rolldown.OutputAsset | Rolldown.OutputChunk): { name: string; bytes: number } {
  const content = file.type === 'asset' ? file.source : file.code;
  return { name: file.fileName, bytes: gzipSync(content, { level: 6 }).length };
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
