import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@checkpoint/local';
import { waitFor } from '@checkpoint/testing';
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
  try {
    return await openPanelIn(dataDir);
  } catch (thrown) {
    await rm(dataDir, { recursive: true, force: true });
    throw thrown;
  }
}

async function openPanelIn(dataDir: string): Promise<Panel> {
  const webDist = join(dataDir, 'web');
  // The stack hands it on to the witness, which plays the faults that a test orders.
  process.env.WITNESS_FAULTS = 'allowed';
  await build({ root: WEB, logLevel: 'error', build: { outDir: webDist, emptyOutDir: true } });
  const stack = await startStack({
    ports: 'free',
    dataDir,
    withoutUi: true,
    apiEnvironment: { CHECKPOINT_WEB_DIST: webDist, CHECKPOINT_FAULTS: 'allowed' },
  });
  const api = async <Answer>(path: string, init?: RequestInit) => {
    const response = await fetch(`${stack.apiUrl}${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  // The API is ready before its workers are, and an agent is known once a worker has announced it.
  await waitFor('two workers and an agent', async () => {
    const { agents } = await api<{ agents: unknown[] }>('/api/agents');
    const { workers } = await api<{ workers: unknown[] }>('/api/workers');
    return agents.length > 0 && workers.length === 2;
  });
  return {
    stack,
    url: stack.apiUrl,
    api,
    stop: async () => {
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** SIGKILL to the worker that holds an attempt of this run, over HTTP. Throws when none does. */
export async function killHolder(panel: Panel, runId: string): Promise<void> {
  type Workers = { workers: { workerId: string; holds: { runId: string }[] }[] };
  const { workers } = await panel.api<Workers>('/api/workers');
  const holder = workers.find((worker) => worker.holds.some((work) => work.runId === runId));
  if (holder === undefined) throw new Error(`no worker holds run ${runId}`);
  await panel.api(`/api/workers/${encodeURIComponent(holder.workerId)}`, { method: 'DELETE' });
}

export interface Refunds {
  readonly runId: string;
  /** What goes wrong between the tool and the payment provider, once. */
  readonly fault: { readonly fault: string } & Readonly<Record<string, unknown>>;
}

/** Starts a run that refunds a card at a provider which promises nothing, so that only a person can tell what a fault did. */
export async function startUntellable(panel: Panel, { runId, fault }: Refunds): Promise<void> {
  const response = await fetch(`${panel.stack.witnessUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'payment', runId, ...fault }),
  });
  if (!response.ok) throw new Error(`the witness takes no fault: ${await response.text()}`);
  await startRun(panel, { runId, agent: 'refunds', input: { via: 'unrepeatable', cases: 1 } });
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
