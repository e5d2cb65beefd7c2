import { AppError, asError, EFFECT_EPOCH_HEADER, EFFECT_KEY_HEADER } from '@checkpoint/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { WitnessParts } from '../app.ts';
import { NO_FAULT, type Play, takeFault } from '../faults.ts';
import { MAX_BODY_BYTES } from '../limits.ts';
import { sendProblem } from '../problem.ts';
import {
  type FileClaim,
  FilePath,
  type FilePut,
  fileArrival,
  getFile,
  putFile,
  sha256,
} from '../receivers/file.ts';
import { type Arrival, refuse, type Verdict } from '../reception.ts';
import { header, peerOf, playedAnswer, turnedAway } from './arriving.ts';

const Stored = z.object({ verdict: z.enum(['applied', 'absorbed']), sha256: z.string() });
const DEFAULT_MEDIA_TYPE = 'application/octet-stream';

/** The file store. PUT is idempotent: equal bytes are an arrival and no application. */
export function fileRoutes({ pool, faultsAllowed }: WitnessParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );

    // A PUT that is turned away before its handler runs has reached the witness all the same.
    app.setErrorHandler(async (thrown, request) => {
      const error = asError(thrown);
      const reason = request.method === 'PUT' ? turnedAway(error) : null;
      if (reason !== null) await refuse(pool, fileArrival(claimOf(request), '', reason));
      throw error;
    });

    app.put('/files/:runId/:name', { schema: { params: FilePath } }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const mediaType = request.headers['content-type'] ?? DEFAULT_MEDIA_TYPE;
      const put: FilePut = { ...request.params, ...claimOf(request), mediaType, body };
      const plain = fileArrival(claimOf(request), sha256(body), null);
      const fault = faultsAllowed ? await takeFault(pool, 'file', plain.identity) : NO_FAULT;
      await fault.beforeCommit();
      const arrival = { ...plain, fault: fault.label, refusal: fault.reject?.reason ?? plain.refusal };
      const verdict = await putFile(pool, put, arrival);
      request.log.info(
        { effectKey: arrival.identity.effectKey, epoch: arrival.identity.epoch, ...verdict },
        'file arrived',
      );
      return await answer(reply, fault, arrival, verdict);
    });

    app.get('/files/:runId/:name', { schema: { params: FilePath } }, async (request, reply) => {
      const { runId, name } = request.params;
      const file = await getFile(pool, runId, name);
      if (file === undefined) throw new AppError('FILE_NOT_FOUND', `no file ${runId}/${name} was stored`);
      return await reply
        .type(file.mediaType)
        .header('etag', `"${file.sha256}"`)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', 'sandbox')
        .send(file.content);
    });
  };
}

async function answer(
  reply: FastifyReply,
  fault: Play,
  arrival: Arrival,
  verdict: Verdict,
): Promise<FastifyReply> {
  const played = await playedAnswer(reply, fault);
  if (played !== undefined) return played;
  if (verdict.verdict === 'refused') {
    if (fault.reject !== null) {
      return await sendProblem(reply, 'FAULT_INJECTED', verdict.reason, { status: fault.reject.code });
    }
    throw new AppError(verdict.olderEpoch ? 'EFFECT_EPOCH_OLD' : 'BAD_REQUEST', verdict.reason);
  }
  const stored: z.infer<typeof Stored> = { verdict: verdict.verdict, sha256: arrival.bodySha256 };
  return await reply.header('etag', `"${stored.sha256}"`).send(stored);
}

function claimOf(request: FastifyRequest): FileClaim {
  const { runId, name } = request.params as { runId: string; name: string };
  return {
    path: `${runId}/${name}`,
    effectKey: header(request, EFFECT_KEY_HEADER),
    epoch: header(request, EFFECT_EPOCH_HEADER),
    peer: peerOf(request),
  };
}
