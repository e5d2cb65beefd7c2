/** What must hold of every schedule once it is quiet. Each broken promise is one line. */
import { EffectKeyReused } from '@checkpoint/contracts';
import { SimWorker } from './worker.ts';
import type { World } from './world.ts';

export async function broken(world: World): Promise<string[]> {
  const row = await world.state();
  const applications = await world.applications();
  const found = [...world.ledger.violations];
  const claim = (holds: boolean, text: string): void => void (holds || found.push(text));

  claim(applications <= 1, `applied ${applications} times under one key`);
  if (row?.state === 'applied')
    claim(applications === 1, `settled as applied, and applied ${applications} times`);
  if (row?.state === 'rejected' && !world.gaveUp) {
    claim(applications === 0, `settled as rejected, and applied ${applications} times`);
  }
  claim(row?.state === 'applied' || row?.state === 'rejected', `ended as ${row?.state}`);
  claim(new Set(world.acknowledged).size <= 1, `told different outcomes: ${world.acknowledged.join(' ')}`);
  const said = world.acknowledged[0];
  if (said !== undefined) {
    claim(
      said.includes('"ok":true') === (row?.state === 'applied'),
      `told ${said}, and the row is ${row?.state}`,
    );
  }
  claim(world.sentAndSettled <= 1, `${world.sentAndSettled} attempts were told that they had settled it`);
  if (world.delivery === 'unrepeatable') {
    const allowed = 1 + world.resends;
    claim(world.outside.sends <= allowed, `sent ${world.outside.sends} times, ${allowed} allowed`);
  }
  found.push(...(await brokenAttempts(world)), ...(await brokenCodes(world)));
  if (!(await refusesOtherArguments(world))) found.push('other arguments were accepted under the key');
  return found;
}

/** At most one attempt settled it; every attempt under an older epoch has an end on record. */
async function brokenAttempts(world: World): Promise<string[]> {
  const text = 'SELECT epoch, outcome FROM effect_attempts WHERE key = $1 ORDER BY epoch';
  const { rows } = await world.lane.pool.query<{ epoch: number; outcome: string | null }>({
    ...{ name: 'invariant_attempts', text, values: [world.key] },
  });
  const settled = rows.filter(({ outcome }) => ['applied', 'rejected', 'probed'].includes(outcome ?? ''));
  const open = rows.filter(({ outcome }, index) => outcome === null && index < rows.length - 1);
  return [
    ...(settled.length > 1 ? [`attempts ${settled.map((row) => row.epoch).join(', ')} all settled it`] : []),
    ...open.map((row) => `attempt ${row.epoch} was superseded without a trace`),
  ];
}

/** Errors that no schedule may meet: broken invariants, and what Postgres itself refuses. */
async function brokenCodes(world: World): Promise<string[]> {
  const wrong = world.codes.filter((code) => !/^(EFFECT_|LEASE_LOST|PROBE_TOO_EARLY|ECONNRESET)/.test(code));
  return wrong.map((code) => `an attempt ended with ${code}`);
}

async function refusesOtherArguments(world: World): Promise<boolean> {
  const worker = new SimWorker('other', { ...world, pool: world.lane.pool });
  await worker.register();
  let error: Error | undefined;
  await worker.start({ ...world.effect, args: '{"n":2}' }, (ending) => {
    if ('error' in ending) error = ending.error;
  });
  while (worker.running && worker.place?.kind === 'statement') await worker.goOn('go');
  worker.retire();
  worker.connection.abandon();
  return error instanceof EffectKeyReused;
}
