/** What a worker does with a refund tool: the tool as the journal sees it, and tries until the effect is settled. */
import { randomUUID } from 'node:crypto';
import { RetryableError, WorkerId } from '@checkpoint/contracts';
import { createJournal, type JournalTool, type Lease, type Performed, startLease } from '@checkpoint/journal';
import pg from 'pg';
import type { RefundsInput, RefundsSettings, Via } from '../input.ts';
import { type RefundArguments, renderRefund } from '../request.ts';
import { refundKeyed } from '../tools/refund-keyed.ts';
import { refundProbed } from '../tools/refund-probed.ts';
import { refundUnrepeatable } from '../tools/refund-unrepeatable.ts';

export interface Performing {
  readonly runId: string;
  readonly step?: number;
  readonly refund: RefundArguments;
  readonly input: RefundsInput;
  readonly settings: RefundsSettings;
}

export interface RefundWorker {
  readonly id: WorkerId;
  readonly lease: Lease;
  /** One attempt, as Temporal would run it. Throws what the journal throws. */
  once(asked: Performing): Promise<Performed>;
  /** Attempts until the effect is settled, as Temporal would retry. Throws what is not retryable. */
  untilSettled(asked: Performing): Promise<Performed>;
  stop(): Promise<void>;
}

/** Attempts after which a test gives up: more than the journal's own budget of tries and waits need. */
const MAX_ATTEMPTS = 30;

/** A worker of its own in this process. */
export async function startWorker(databaseUrl: string, workerId?: string): Promise<RefundWorker> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  // A test drops the database while an idle connection is open.
  pool.on('error', () => {});
  const id = WorkerId.parse(workerId ?? `test/${randomUUID()}`);
  const worker = { workerId: id, host: 'test', pid: process.pid, pidStarted: null, buildId: 'test' };
  const lease = await startLease({ db: pool, worker });
  const journal = createJournal({ pool, lease });
  const once = (asked: Performing, attempt = 1): Promise<Performed> => {
    const { runId, step = 1, refund, input } = asked;
    const args = renderRefund(refund);
    const tool = `refund_${input.via}`;
    return journal.perform({ runId, step, toolUseId: tool, tool, args, attempt }, journalTool(asked));
  };
  return {
    id,
    lease,
    once,
    async untilSettled(asked) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(asked, attempt);
        } catch (thrown) {
          if (!(thrown instanceof RetryableError) || attempt === MAX_ATTEMPTS) throw thrown;
          await new Promise((resolve) => setTimeout(resolve, thrown.retryAfterMs));
        }
      }
    },
    async stop() {
      lease.stop();
      await pool.end();
    },
  };
}

type Send = Parameters<JournalTool['send']>[0];

function journalTool({ runId, step = 1, refund, input, settings }: Performing): JournalTool {
  const context = (send: Send) => ({
    ...send,
    ...{ runId, step, toolUseId: `refund_${input.via}`, settings, agentInput: input },
  });
  const tools = { keyed: refundKeyed, probed: refundProbed, unrepeatable: refundUnrepeatable };
  const tool = tools[input.via satisfies Via];
  const { timeoutMs = 0 } = tool;
  switch (tool.delivery) {
    case 'keyed': {
      const keyWindowMs = milliseconds(tool.keyWindowMs, settings);
      const send = (from: Send) => tool.execute(refund, context(from));
      return { delivery: 'keyed', timeoutMs, keyWindowMs, send };
    }
    case 'probed': {
      const settleWindowMs = milliseconds(tool.settleWindowMs, settings);
      const send = (from: Send) => tool.execute(refund, context(from));
      const probe = (from: Send) => tool.probe(from.key, context(from));
      return { delivery: 'probed', timeoutMs, settleWindowMs, send, probe };
    }
    case 'unrepeatable':
      return { delivery: 'unrepeatable', timeoutMs, send: (from) => tool.execute(refund, context(from)) };
    default:
      throw new TypeError(`${tool.name} is ${tool.delivery}`);
  }
}

function milliseconds(
  window: number | ((settings: RefundsSettings) => number),
  settings: RefundsSettings,
): number {
  return typeof window === 'function' ? window(settings) : window;
}
