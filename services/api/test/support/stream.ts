import type { RunEvent } from '@checkpoint/contracts/api';

/** Reads server-sent events over a real socket, as a browser would. */
export interface Stream {
  readonly events: RunEvent[];
  /** Everything that came, comments included. */
  text(): string;
  /** True once the server has ended the stream. */
  readonly ended: boolean;
  close(): void;
}

export async function openStream(url: string, lastEventId?: string): Promise<Stream> {
  const gone = new AbortController();
  const headers = { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) };
  const response = await fetch(url, { headers, signal: gone.signal });
  if (!response.ok || response.body === null)
    throw new Error(`${url}: ${response.status} ${await response.text()}`);
  const state = { events: [] as RunEvent[], received: '', ended: false };
  void consume(response.body, state).catch(() => {
    state.ended = true;
  });
  return {
    events: state.events,
    text: () => state.received,
    get ended() {
      return state.ended;
    },
    close: () => gone.abort(),
  };
}

async function consume(
  body: ReadableStream<Uint8Array>,
  state: { events: RunEvent[]; received: string; ended: boolean },
): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    state.received += text;
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) state.events.push(JSON.parse(data.slice('data: '.length)) as RunEvent);
    }
  }
  state.ended = true;
}
