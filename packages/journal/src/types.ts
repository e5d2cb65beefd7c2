import type { Artifact, Done, Epoch, Move, ProbeResult, ToolOutput } from '@checkpoint/contracts';
import type pg from 'pg';
import type { Rider } from './statements.ts';

/** A tool call that changes the outside world, as the caller knows it before anything was sent. */
export interface Effect {
  readonly runId: string;
  readonly step: number;
  readonly toolUseId: string;
  /** `model` for a model call: journaled like an effect, so that a crash after the answer costs no second answer. */
  readonly kind?: 'effect' | 'model';
  readonly tool: string;
  /** The rendered bytes. Stored on intend; every attempt sends the stored ones. */
  readonly args: string;
  /**
   * What is stored in place of `args` where they hold secrets: `args` themselves then never reach the database, only
   * their hash, and the caller renders them again for each attempt.
   */
  readonly shownArgs?: string;
  /** The caller's own count of attempts (Temporal's). Kept by maximum; it is no part of the key. */
  readonly attempt: number;
}

export interface SendContext {
  readonly key: string;
  readonly epoch: Epoch;
  /** The stored bytes: what this attempt has to send. */
  readonly bytes: string;
  /** Aborted at the attempt's deadline, when the lease is lost, and when the caller's own signal is. */
  readonly signal: AbortSignal;
  /** Milliseconds in which this attempt may still send. A tool that sends in several parts asks before each. */
  readonly remainingMs: () => number;
  /** A tool that sends in several parts says so between them: tests kill and hold a worker there. */
  readonly at: (move: 'mid_send') => Promise<void>;
}

export type TransactionalContext = SendContext & { readonly client: pg.PoolClient };

interface ToolBase {
  /** Milliseconds that one attempt may take; its signal is aborted then. */
  readonly timeoutMs?: number;
  /** Attempts of the tool that may fail. Deaths of workers do not count. */
  readonly maxTries?: number;
}

/** How a tool sends, and what recovery may do after a crash between send and settle (DESIGN §4). */
export type JournalTool = ToolBase &
  (
    | { readonly delivery: 'transactional'; readonly send: (context: TransactionalContext) => Promise<Done> }
    | {
        readonly delivery: 'idempotent' | 'unrepeatable';
        readonly send: (context: SendContext) => Promise<Done>;
      }
    | {
        readonly delivery: 'keyed';
        /** Milliseconds for which the provider removes duplicates by key. */
        readonly keyWindowMs: number;
        readonly send: (context: SendContext) => Promise<Done>;
        /** Asked when the window has passed. Without it the outcome is then unknown. */
        readonly probe?: (context: SendContext) => Promise<ProbeResult>;
        readonly settleWindowMs?: number;
      }
    | {
        readonly delivery: 'probed';
        /** Milliseconds after its death or deadline until an attempt's request can no longer land. */
        readonly settleWindowMs: number;
        readonly send: (context: SendContext) => Promise<Done>;
        readonly probe: (context: SendContext) => Promise<ProbeResult>;
      }
  );

/** What a settled effect returns, byte for byte the same on every later attempt. */
export interface StoredOutcome {
  readonly output: ToolOutput;
  readonly artifacts: readonly Artifact[];
}

export interface Performed extends StoredOutcome {
  readonly key: string;
  readonly epoch: Epoch;
  readonly providerRef: string | null;
  /** True when nothing was sent: an earlier attempt had settled the effect. */
  readonly fromJournal: boolean;
}

export interface PerformOptions {
  /** The caller's cancellation. It aborts what the tool does; it never un-sends anything. */
  readonly signal?: AbortSignal;
  /** Statements that commit with the intent. They run on every call, whatever stands in the way of the intent. */
  readonly besideIntend?: readonly Rider[];
  /** Statements that commit with the outcome. */
  readonly besideSettle?: (outcome: StoredOutcome) => readonly Rider[];
}

export interface Journal {
  /**
   * Performs an effect at most once, as far as its delivery class can promise (see docs/guarantees.md), and returns
   * its outcome: this attempt's, or the stored one of an earlier attempt.
   *
   * Throws EffectKeyReused (other arguments under the key), EffectInProgress (a live worker has it), RetryableError
   * (not sent, ambiguous, too early to probe, lease lost, fenced, run stopped), UnknownOutcomeError (only a person can
   * say), InvariantError, and what `pg` throws when Postgres is away.
   */
  perform(effect: Effect, tool: JournalTool, options?: PerformOptions): Promise<Performed>;
  /** Keys that this process is performing now. */
  readonly inFlight: ReadonlySet<string>;
}

/** Called at each named place of the protocol: how tests and demos hold or kill a worker exactly there. */
export type MoveHook = (
  move: Move,
  place: { readonly effect: Effect; readonly key: string },
) => Promise<void>;
