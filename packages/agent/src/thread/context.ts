import type { Done } from '@checkpoint/contracts';
import type { EffectContext, ReadContext } from '../define-tool.ts';

/**
 * What a function in a thread is handed: the fields of its tool's context, copied. There is no signal: when the tool's
 * is aborted the thread is ended, in the middle of whatever it does.
 */
export type ThreadReadContext<Settings = unknown> = Omit<ReadContext<Settings>, 'signal'>;

/** The same for an effect. `remainingMs` tells of this very moment: it is 0 as soon as the attempt may not send. */
export type ThreadEffectContext<Settings = unknown> = Omit<EffectContext<Settings>, 'signal'>;

/** What a module for `inThread` exports. It may be synchronous for as long as it likes. Throws what a tool throws. */
export type ThreadFunction<Input, Context> = (input: Input, context: Context) => Done | Promise<Done>;

/** One call, as it is copied into the thread. */
export interface ThreadTask {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
  readonly context: Readonly<Record<string, unknown>>;
  readonly permit: SharedArrayBuffer;
}

/** What came of it. Errors lose their class on the way between threads, so that is told apart here. */
export type ThreadOutcome =
  | { readonly kind: 'done'; readonly done: Done }
  | { readonly kind: 'refused'; readonly message: string; readonly reason: unknown }
  | { readonly kind: 'not_sent'; readonly message: string }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string; readonly stack: string };
