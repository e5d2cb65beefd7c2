import { type CrashDemo, DOCUMENTS, READY_MS, RUNS } from './context.ts';
import { drainNode, losePart } from './disasters.ts';
import { fullFleet, KILL_WAYS, type KillWay, killWorker } from './kills.ts';
import { until } from './until.ts';

/** The first runs stop once between send and settle of their mail, at these steps, until somebody kills their worker. */
const HELD_STEPS = [2, 3, 4, 5, 6, 7] as const;
/** Kills of workers, the ways in turn: four of each. */
const KILLS = 12;
/** After so many kills a part of the cluster is lost, too. */
const DISASTERS: Readonly<Record<number, (demo: CrashDemo) => Promise<void>>> = {
  3: (demo) => losePart(demo, 'api'),
  6: (demo) => losePart(demo, 'temporal'),
  9: (demo) => losePart(demo, 'postgres'),
  10: drainNode,
};

/** Starts the runs and takes workers, parts and a node away while they are in flight. */
export async function storm(demo: CrashDemo): Promise<void> {
  const { product, runIds, checks } = demo;
  await Promise.all(
    runIds.map((runId, index) => {
      const step = HELD_STEPS[index];
      return product.start({
        agent: 'ledger',
        runId,
        input: { documents: DOCUMENTS },
        faults: step === undefined ? [] : [{ kind: 'hold', step, tool: 'send_mail', move: 'after_send' }],
      });
    }),
  );
  checks.note(
    `${RUNS} runs of ${DOCUMENTS} documents each; ${HELD_STEPS.length} stop between send and settle`,
  );
  for (let ordinal = 1; ordinal <= KILLS; ordinal += 1) {
    await fullFleet(demo);
    await killOne(demo, KILL_WAYS[(ordinal - 1) % KILL_WAYS.length] ?? 'api');
    await DISASTERS[ordinal]?.(demo);
  }
}

async function killOne(demo: CrashDemo, way: KillWay): Promise<void> {
  const victim = await victimOf(demo);
  if (victim === undefined) {
    demo.checks.note('every run has ended: there is nothing to interrupt any more');
    return;
  }
  const kill = await killWorker(demo, way, victim);
  demo.kills.push(kill);
  const gap = kill.inGap.length > 0 ? `, ${kill.inGap.length} between send and settle` : '';
  demo.checks.note(
    `kill ${demo.kills.length}: ${way.padEnd(7)} ${kill.pod.name}, process gone after ${kill.diedMs - kill.acceptedMs} ms; it held ${kill.held.length}${gap}`,
  );
}

/** A worker that holds an effect between send and settle, else the one that holds most. */
async function victimOf({ product, runIds }: CrashDemo): Promise<string | undefined> {
  return await until('a worker to hold something', READY_MS, async () => {
    const runs = await Promise.all(runIds.map((runId) => product.run(runId)));
    const open = runs.filter(({ status }) => status === 'running').map(({ runId }) => runId);
    if (open.length === 0) return { workerId: undefined };
    const holds = (await Promise.all(open.map((runId) => product.holds(runId)))).flatMap(
      (list) => list.holds,
    );
    const { workers } = await product.workers();
    const live = workers.filter(
      ({ state, pod }) => state === 'live' && pod !== null && pod.deletedAt === null,
    );
    const held = live.find(({ workerId }) => holds.some((hold) => hold.workerId === workerId));
    const busiest = live
      .filter((worker) => worker.holds.length > 0)
      .sort((a, b) => b.holds.length - a.holds.length)[0];
    const chosen = held ?? busiest;
    return chosen === undefined ? undefined : { workerId: chosen.workerId };
  }).then(({ workerId }) => workerId);
}
