import { createHash } from 'node:crypto';
import { RunId } from '@checkpoint/contracts';
import type pg from 'pg';
import { z } from 'zod';
import { identify } from '../identity.ts';
import { MAX_PATH_PART_CHARS } from '../limits.ts';
import { type Arrival, receive, type Verdict } from '../reception.ts';
import { run } from '../sql.ts';

/** One path part, no hidden file, nothing that a shell or a browser reads in its own way. */
export const FileName = z
  .string()
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/,
    'a file name has 1 to 128 letters, digits, dots, hyphens, underscores',
  );
export const FilePath = z.object({ runId: RunId, name: FileName });

export interface FilePut {
  readonly runId: string;
  readonly name: string;
  readonly effectKey: string | undefined;
  readonly epoch: string | undefined;
  readonly mediaType: string;
  readonly body: Buffer;
  readonly peer: string;
}

/** What of a PUT names it. The path is what the sender wrote, usable or not. */
export type FileClaim = Pick<FilePut, 'effectKey' | 'epoch' | 'peer'> & { readonly path: string };

/** The arrival that a PUT is. Without a usable key it is refused: a file store may ask for its headers. */
export function fileArrival(claim: FileClaim, bodySha256: string, refusal: string | null): Arrival {
  const target = claim.path.slice(0, MAX_PATH_PART_CHARS);
  const identity = identify(claim.effectKey, claim.epoch, `file:${target}`);
  return {
    kind: 'file',
    identity,
    bodySha256,
    peer: claim.peer,
    target,
    refusal: refusal ?? identity.problem ?? strayRun(identity.runId, target),
    note: null,
    fault: null,
  };
}

function strayRun(runId: string | null, target: string): string | null {
  if (runId === null || target.startsWith(`${runId}/`)) return null;
  return `X-Effect-Key belongs to run ${runId}, and the path is ${target}`;
}

/** Stores a file. The same bytes again are absorbed: they change nothing. Resolves once committed. */
export async function putFile(pool: pg.Pool, put: FilePut, arrival: Arrival): Promise<Verdict> {
  return await receive(pool, arrival, async (client, arrivalId) => {
    const values = [arrivalId, put.runId, put.name, put.body, put.mediaType, arrival.bodySha256];
    const changed = await run(client, 'put-file', values);
    return changed.length === 1 ? 'applied' : 'absorbed';
  });
}

export interface StoredFile {
  readonly content: Buffer;
  readonly mediaType: string;
  readonly sha256: string;
}

/** The bytes that the store holds now, if any. */
export async function getFile(pool: pg.Pool, runId: string, name: string): Promise<StoredFile | undefined> {
  const [file] = await run<StoredFile & pg.QueryResultRow>(pool, 'get-file', [runId, name]);
  return file;
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
