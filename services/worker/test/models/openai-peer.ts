/**
 * A server on loopback that speaks OpenAI's chat-completions protocol and answers by a script: the peer of the tests,
 * and of a demo that wants a model which fails on purpose.
 */
import { type Handled, type Peer, type PeerRequest, startPeer } from './peer.ts';

export interface PeerCall {
  readonly id?: string;
  readonly name: string;
  /** Sent as it is, so it may be no JSON. */
  readonly arguments?: string;
}

export type Answer =
  | {
      readonly kind: 'message';
      readonly text?: string;
      readonly calls?: readonly PeerCall[];
      readonly finish?: string;
    }
  | Handled;

/** The answers that a test names. Each is what real servers have been seen to send. */
export const answers = {
  call: (name: string, args: unknown, id = 'call_a'): Answer => ({
    kind: 'message',
    calls: [{ id, name, arguments: JSON.stringify(args) }],
  }),
  calls: (...calls: readonly PeerCall[]): Answer => ({ kind: 'message', calls }),
  text: (text: string, finish = 'stop'): Answer => ({ kind: 'message', text, finish }),
  prose: (name: string, args: unknown): Answer =>
    answers.text(`I will do that now: ${JSON.stringify({ tool: name, args })} and then report.`),
  fenced: (name: string, args: unknown): Answer =>
    answers.text(`Here it is.\n\n\`\`\`json\n${JSON.stringify({ tool: name, args }, null, 2)}\n\`\`\`\n`),
  /** The first `chars` characters of a call in text, with `finish_reason: length`. */
  truncated: (name: string, args: unknown, chars: number): Answer =>
    answers.text(JSON.stringify({ tool: name, args }).slice(0, chars), 'length'),
  /** A native call whose arguments end after `chars` characters. */
  truncatedCall: (name: string, args: unknown, chars: number): Answer => ({
    kind: 'message',
    calls: [{ id: 'call_a', name, arguments: JSON.stringify(args).slice(0, chars) }],
    finish: 'length',
  }),
  garbage: (): Answer => ({ kind: 'body', body: '<html>it works</html>', contentType: 'text/html' }),
  wrongJson: (): Answer => ({ kind: 'body', body: '{"answer": 42}', contentType: 'application/json' }),
  status: (status: number, message: string): Answer => ({
    kind: 'status',
    status,
    body: { error: { message } },
  }),
  hanging: (): Answer => ({ kind: 'hang', afterHeaders: false }),
  hangingInBody: (): Answer => ({ kind: 'hang', afterHeaders: true }),
} as const;

export interface OpenAiPeerOptions {
  /** Answers in order; the last one repeats. */
  readonly script: readonly Answer[];
  /** What `GET /v1/models` lists. */
  readonly models?: readonly string[];
}

export interface OpenAiPeer extends Peer {
  /** Requests to `/v1/models`. */
  readonly modelRequests: readonly PeerRequest[];
  /** Changes what `/v1/models` lists, as a restart with another model does. */
  serve(models: readonly string[]): void;
}

/** Starts a peer on a free port of loopback. `baseUrl` ends with `/v1`. */
export async function openAiPeer(options: OpenAiPeerOptions): Promise<OpenAiPeer> {
  let models = options.models ?? ['peer-model'];
  const modelRequests: PeerRequest[] = [];
  const peer = await startPeer({
    path: '/v1/chat/completions',
    script: options.script.map((answer) => (answer.kind === 'message' ? completion(answer) : answer)),
    extend: (app) => {
      app.get('/v1/models', async (request) => {
        modelRequests.push({ headers: request.headers, body: null });
        return { object: 'list', data: models.map((id) => ({ id, object: 'model' })) };
      });
    },
  });
  return {
    ...peer,
    modelRequests,
    serve(served) {
      models = served;
    },
  };
}

function completion(answer: Extract<Answer, { kind: 'message' }>): Handled {
  const calls = answer.calls?.map((call) => ({
    ...(call.id === undefined ? {} : { id: call.id }),
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    kind: 'reply',
    body: (request) => ({
      id: 'chatcmpl-peer',
      object: 'chat.completion',
      created: 0,
      model: (request.body as { model: string }).model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: answer.text ?? null,
            ...(calls ? { tool_calls: calls } : {}),
          },
          finish_reason: answer.finish ?? (calls ? 'tool_calls' : 'stop'),
        },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    }),
  };
}
