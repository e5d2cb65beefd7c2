/** npm passes a terminal's Ctrl-C on although the terminal itself sent it too: what follows this closely is the same one. */
const SAME_SIGNAL_MS = 500;

export type Interruption = {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** Settles at that moment. */
  readonly asked: Promise<void>;
};

/** Turns the signals that ask this process to stop into an abort. `again` is called when somebody asks once more. */
export function onInterruption(again: () => void): Interruption {
  const controller = new AbortController();
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let firstAtMs: number | undefined;
  const handle = () => {
    if (firstAtMs === undefined) {
      firstAtMs = performance.now();
      controller.abort(new Error('stopped by a signal'));
      resolve();
    } else if (performance.now() - firstAtMs > SAME_SIGNAL_MS) {
      again();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
  return { signal: controller.signal, asked };
}
