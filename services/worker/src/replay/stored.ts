import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import protos from '@temporalio/proto';
import { z } from 'zod';

const { History } = protos.temporal.api.history.v1;

/** Temporal's own events of one execution. */
export type History = protos.temporal.api.history.v1.IHistory;

/** One execution of a run, as it is replayed. */
export interface NamedHistory {
  /** What a line of the gate calls it: a file's name, or a run's id. */
  readonly name: string;
  readonly runId: string;
  readonly history: History;
}

/** 64-bit numbers as text, enums by name, bytes as base64: what proto JSON does, and what `fromObject` reads. */
const AS_JSON = { longs: String, enums: String, bytes: String };

const Stored = z.object({
  /** The version of the loop that wrote it: a folder of `test/versions`, or a release. */
  version: z.string(),
  agent: z.string(),
  feature: z.string(),
  runId: z.string(),
  history: z.looseObject({ events: z.array(z.looseObject({ eventId: z.string(), eventType: z.string() })) }),
});
export type Stored = z.infer<typeof Stored>;

/** A history as a file. `@temporalio/common`'s own conversion throws beside a second copy of protobufjs, so not by it. */
export function toStored(about: Omit<Stored, 'history'>, history: History): Stored {
  const message = History.fromObject(history);
  return Stored.parse({ ...about, history: History.toObject(message, AS_JSON) });
}

/** The history of a file. Throws a ZodError for a file of another form. */
export function fromStored(stored: unknown): { readonly about: Omit<Stored, 'history'>; history: History } {
  const { history, ...about } = Stored.parse(stored);
  return { about, history: History.fromObject(history) };
}

/** The bytes on the wire: what two copies of one history must agree in. */
export function encoded(history: History): Uint8Array {
  return History.encode(History.fromObject(history)).finish();
}

export async function writeStored(folder: string, stored: Stored): Promise<string> {
  const name = `${stored.version}-${stored.agent}-${stored.feature}.json`;
  await writeFile(join(folder, name), `${JSON.stringify(stored, null, 1)}\n`);
  return name;
}

/** Every history of the folder, by name. Throws when there is none: an empty gate would refuse nothing. */
export async function readStored(folder: string): Promise<NamedHistory[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  if (files.length === 0) throw new Error(`${folder} holds no recorded history: npm run record-histories`);
  return await Promise.all(
    files.map(async (file) => {
      const { about, history } = fromStored(JSON.parse(await readFile(join(folder, file), 'utf8')));
      return { name: basename(file, '.json'), runId: about.runId, history };
    }),
  );
}
