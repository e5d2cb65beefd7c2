import { defineTool, done } from '@checkpoint/agent';
import { z } from 'zod';
import { sendSignal } from '../../lib/deadline.ts';
import { sendHttp } from '../../lib/http.ts';
import { paragraph } from '../../lib/text.ts';
import { below } from '../../lib/url.ts';
import { bookingShape, honest } from '../booking.ts';
import type { LedgerSettings } from '../input.ts';
import { noteName, renderNote } from '../note.ts';

/** Characters of a remark: a paragraph. */
const MAX_REMARK_CHARS = 1_000;

const NoteArguments = honest(
  z.strictObject({
    ...bookingShape,
    remark: paragraph(0, MAX_REMARK_CHARS).describe('what a bookkeeper should know, or an empty text'),
  }),
);

/** Idempotent: the same bytes under the same name leave the same file. */
export const writeNote = defineTool<z.infer<typeof NoteArguments>, LedgerSettings>({
  name: 'write_note',
  description:
    'Writes the Markdown note of one document into the file store. Call it once for each document.',
  input: NoteArguments,
  delivery: 'idempotent',
  render: renderNote,
  async execute(note, context) {
    const name = noteName(note.document);
    const url = below(context.settings.fileStoreUrl, 'files', context.runId, name);
    const response = await sendHttp(url, {
      method: 'PUT',
      headers: {
        'content-type': 'text/markdown; charset=utf-8',
        'x-effect-key': context.key,
        'x-effect-epoch': String(context.epoch),
      },
      body: context.bytes,
      signal: sendSignal(context),
    });
    await response.body?.cancel();
    const path = `/files/${context.runId}/${name}`;
    return done(
      { path, bytes: Buffer.byteLength(context.bytes) },
      { providerRef: path, artifacts: [{ name, mediaType: 'text/markdown', content: context.bytes }] },
    );
  },
});
