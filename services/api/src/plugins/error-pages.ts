import { readFile } from 'node:fs/promises';
import { asError, ERROR_CATALOGUE } from '@checkpoint/contracts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { sendProblem } from './problems.ts';

/** The pages that the `type` of a problem names, in the folder of the repository. */
const PAGES = new URL('../../../../docs/errors/', import.meta.url);

/** Serves the page of each code of the catalogue under the address that problems give as their `type`. */
export const errorPages = fp(async (app: FastifyInstance) => {
  app.get<{ Params: { page: string } }>(
    '/docs/errors/:page',
    {
      config: { role: 'public' },
      schema: { tags: ['operation'], summary: 'What an error code means and what to do' },
    },
    async (request, reply) => {
      const { page } = request.params;
      const code = page.replace(/\.md$/, '');
      // Only names of the catalogue reach the file system.
      const known = page.endsWith('.md') && Object.hasOwn(ERROR_CATALOGUE, code);
      const text = known ? await readPage(code) : undefined;
      if (text !== undefined) return await reply.type('text/markdown; charset=utf-8').send(text);
      return sendProblem(
        reply,
        'NOT_FOUND',
        `page ${JSON.stringify(page)}: no error code has this page; take the address from the "type" of a problem`,
      );
    },
  );
});

/** Undefined when this installation came without its pages. */
async function readPage(code: string): Promise<string | undefined> {
  try {
    return await readFile(new URL(`${code}.md`, PAGES), 'utf8');
  } catch (thrown) {
    if ((asError(thrown) as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}
