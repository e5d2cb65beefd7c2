import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@checkpoint/local';
import { build } from 'vite';

const WEB = fileURLToPath(new URL('../..', import.meta.url));

export interface Panel {
  readonly stack: Stack;
  readonly url: string;
  /** A request to the API that fails on anything but 2xx. */
  api<Answer>(path: string, init?: RequestInit): Promise<Answer>;
  stop(): Promise<void>;
}

/** The whole stack on free ports and a data folder of its own, with the panel built from this tree. */
export async function openPanel(): Promise<Panel> {
  const dataDir = await mkdtemp(join(tmpdir(), 'checkpoint-web-'));
  const webDist = join(dataDir, 'web');
  await build({ root: WEB, logLevel: 'error', build: { outDir: webDist, emptyOutDir: true } });
  const stack = await startStack({
    ports: 'free',
    dataDir,
    withoutUi: true,
    apiEnvironment: { CHECKPOINT_WEB_DIST: webDist, CHECKPOINT_FAULTS: 'allowed' },
  });
  return {
    stack,
    url: stack.apiUrl,
    api: async <Answer>(path: string, init?: RequestInit) => {
      const response = await fetch(`${stack.apiUrl}${path}`, init);
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    stop: async () => {
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a run over HTTP, for tests that are not about the form. */
export async function startRun(panel: Panel, body: Record<string, unknown>): Promise<string> {
  const { runId } = await panel.api<{ runId: string }>('/api/runs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent: 'ledger', ...body }),
  });
  return runId;
}
