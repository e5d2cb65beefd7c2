import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks: a real server that answers as it is told. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How the next requests are answered, one each; 200 after that. `hang` never answers. */
  answers: (number | 'hang' | 'reset')[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const state = { answers: [] as Receiver['answers'] };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push({ headers: request.headers, body });
    const answer = state.answers.shift() ?? 200;
    if (answer === 'reset') return void request.socket.destroy();
    if (answer === 'hang') return;
    const location = answer >= 300 && answer < 400 ? { location: 'http://127.0.0.1:1/elsewhere' } : {};
    response.writeHead(answer, location).end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    get answers() {
      return state.answers;
    },
    set answers(answers) {
      state.answers = answers;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
