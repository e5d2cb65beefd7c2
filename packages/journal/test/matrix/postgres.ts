/** Cells in which Postgres is stopped at once and started again: those of one crash point share one stop. */
import { effectKey } from '@checkpoint/contracts';
import pg from 'pg';
import { journalMigrations, migrate } from '../../src/index.ts';
import { type OwnPostgres, startOwnPostgres } from '../fixtures/own-postgres.ts';
import type { Cell, Point } from './cells.ts';
import { type Observed, observe } from './observe.ts';
import { atPoint } from './play.ts';
import { decideAgain, holdDecision, makeUnknown } from './resolution.ts';
import { Stage } from './stage.ts';

/** A server that keeps what it committed through an immediate stop, and a stage on it. */
export async function openStoppable(): Promise<{
  server: OwnPostgres;
  stage: Stage;
  close(): Promise<void>;
}> {
  const server = await startOwnPostgres('matrix', true);
  const url = new URL(server.url);
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('CREATE DATABASE journal');
  await admin.end();
  url.pathname = '/journal';
  await migrate({ databaseUrl: url.href, dir: journalMigrations, table: 'journal_migrations' });
  const stage = await Stage.open(url.href);
  return {
    server,
    stage,
    async close() {
      await stage.close();
      await server.remove();
    },
  };
}

/** Plays the cells of one point: all stand there, Postgres goes, all go on, Postgres comes back. */
export async function playRound(
  server: OwnPostgres,
  stage: Stage,
  cells: readonly Cell[],
): Promise<Observed[]> {
  const point: Point | undefined = cells[0]?.point;
  if (point === 'resolution') return await stopDuringResolutions(server, stage, cells);
  const standing = await Promise.all(
    cells.map(async (cell) => {
      const effect = stage.effect(cell.point === 'claim');
      const { victim } = await atPoint(stage, cell, effect);
      return { cell, effect, victim, before: victim.attempts.length };
    }),
  );
  try {
    await server.stopImmediately();
    for (const { victim } of standing) victim.goOn();
    // Each meets the absence: its attempt ends with an error, or had nothing left to write.
    await Promise.all(standing.map(({ victim, before }) => victim.attemptAfter(before)));
    await server.start();
    return await Promise.all(
      standing.map(async ({ cell, effect, victim }) => {
        await victim.outcome();
        const told = await stage.next(cell.delivery, effect);
        return await observe(stage, cell, effect, told, [...new Set(victim.attempts)].join(', '));
      }),
    );
  } finally {
    await Promise.all(standing.map(({ victim }) => victim.kill()));
  }
}

async function stopDuringResolutions(
  server: OwnPostgres,
  stage: Stage,
  cells: readonly Cell[],
): Promise<Observed[]> {
  const effects = await Promise.all(
    cells.map(async (cell) => {
      const effect = stage.effect(false);
      await makeUnknown(stage, cell, effect);
      return { cell, effect };
    }),
  );
  const clients = await Promise.all(
    effects.map(async ({ effect }) => {
      const client = new pg.Client({
        connectionString: stage.databaseUrl,
        application_name: `lock ${effectKey(effect)}`,
      });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    }),
  );
  await Promise.all(
    effects.map(({ effect }, index) => holdDecision(stage, clients[index] as pg.Client, effect)),
  );
  await server.stopImmediately();
  await server.start();
  return await Promise.all(effects.map(({ cell, effect }) => decideAgain(stage, cell, effect)));
}
