/** The loopback provider: a process of its own that removes duplicates by key. Tells its port over the IPC channel. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const charges = new Map<string, string>();

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const key = String(request.headers['idempotency-key']);
    const known = charges.get(key) ?? `ch_${charges.size + 1}`;
    charges.set(key, known);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: known }));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
