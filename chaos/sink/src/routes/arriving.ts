import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Play } from '../faults.ts';
import { isTooLarge, sendProblem, tooLarge } from '../problem.ts';

/** One header as it was written; several of a name are joined, which makes no valid key. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Address and port of the sender's socket. */
export function peerOf(request: FastifyRequest): string {
  return `${request.raw.socket.remoteAddress}:${request.raw.socket.remotePort}`;
}

/** Why a request was turned away before its handler ran, or null when it was not the request's fault. */
export function turnedAway(error: Error): string | null {
  if (isTooLarge(error)) return tooLarge();
  const isInvalid = (error as Partial<FastifyError>).validation !== undefined;
  return isInvalid ? `the path is not usable: ${error.message}` : null;
}

/** Plays what a fault says about the answer. Undefined: nothing was played, so the receiver answers as always. */
export async function playedAnswer(reply: FastifyReply, fault: Play): Promise<FastifyReply | undefined> {
  const how = await fault.afterCommit();
  if (how === 'drop') {
    reply.hijack();
    reply.request.raw.socket.destroy();
    return reply;
  }
  if (how === 'fail') return await sendProblem(reply, 'FAULT_INJECTED', `${fault.label}`, { status: 500 });
  return undefined;
}
