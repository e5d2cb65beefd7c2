import { TerminalError, WitnessMailList } from '@checkpoint/contracts';
import { ArtifactList, EffectList, HistoryView } from '@checkpoint/contracts/api';
import { WorkflowNotFoundError } from '@temporalio/client';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ApiParts } from '../parts.ts';
import { listEffectViews } from '../runs/effects.ts';
import { safeMediaType } from '../runs/media-type.ts';
import { findArtifact, listArtifacts } from '../store/run-parts.ts';
import { readHistory } from '../temporal/history.ts';
import { ArtifactParams, RunParams } from './params.ts';
import { requireRun } from './require-run.ts';

/** What others recorded of a run, and what it left behind. */
export function evidenceRoutes(parts: ApiParts): FastifyPluginAsyncZod {
  const { pool, temporal, witness } = parts;
  return async (app) => {
    app.addHook('preHandler', requireRun(pool));
    const schema = { tags: ['evidence'], params: RunParams };
    const config = { role: 'viewer' } as const;

    app.get(
      '/runs/:runId/effects',
      {
        config,
        schema: { ...schema, summary: 'Effects, with the witness’s counts', response: { 200: EffectList } },
      },
      async ({ params }) => ({ effects: await listEffectViews(pool, witness, params.runId) }),
    );
    app.get(
      '/runs/:runId/mail',
      {
        config,
        schema: { ...schema, summary: 'Mail that the witness accepted', response: { 200: WitnessMailList } },
      },
      async ({ params }) => await witness.mail(params.runId),
    );
    app.get(
      '/runs/:runId/history',
      { config, schema: { ...schema, summary: 'Temporal’s own events', response: { 200: HistoryView } } },
      async ({ params }) => {
        try {
          return await readHistory(temporal, params.runId);
        } catch (thrown) {
          // Not started yet, or older than the namespace keeps histories.
          if (thrown instanceof WorkflowNotFoundError) return { executions: [], events: [], complete: true };
          throw thrown;
        }
      },
    );
    app.get(
      '/runs/:runId/artifacts',
      { config, schema: { ...schema, summary: 'Artifacts', response: { 200: ArtifactList } } },
      async ({ params: { runId } }) => ({
        artifacts: (await listArtifacts(pool, runId)).map((artifact) => ({
          ...artifact,
          url: `/api/runs/${runId}/artifacts/${encodeURIComponent(artifact.effectKey)}/${encodeURIComponent(artifact.name)}`,
        })),
      }),
    );
    app.get(
      '/runs/:runId/artifacts/:key/:name',
      { config, schema: { ...schema, summary: 'The content of an artifact', params: ArtifactParams } },
      async ({ params }, reply) => {
        const found = await findArtifact(pool, params);
        if (found === undefined) {
          throw new TerminalError(
            'ARTIFACT_NOT_FOUND',
            `artifact ${params.name} of effect ${params.key}: there is none`,
          );
        }
        return await reply
          .type(safeMediaType(found.media_type))
          .header('content-disposition', contentDisposition(params.name))
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "sandbox; default-src 'none'")
          .send(found.content);
      },
    );
  };
}
