import type { PortName } from './config.ts';
import type { ChildExit } from './os/child.ts';
import type { ProcessMark } from './os/process-table.ts';

export type StackOptions = {
  /** Default: CHECKPOINT_DATA, or `.checkpoint` in the repository. */
  readonly dataDir?: string;
  /** Ports by name; `'free'` picks a free one. `'free'` alone picks all. Default: the variables, or PORTS. */
  readonly ports?: 'free' | Partial<Readonly<Record<PortName, number | 'free'>>>;
  /** The last word on variables of the API and its workers. */
  readonly apiEnvironment?: Readonly<Record<string, string>>;
  /** Starts a part again when it ends by itself. Default: false. */
  readonly keepUp?: boolean;
  /** Leaves out Temporal's web UI. Default: false. */
  readonly withoutUi?: boolean;
  /** Gets one line for each thing worth telling. */
  readonly report?: (line: string) => void;
  /** Aborts the start; what was started is stopped. */
  readonly signal?: AbortSignal;
};

export type Stack = {
  readonly apiUrl: string;
  readonly witnessUrl: string;
  readonly smtpUrl: string;
  /** The journal's database, as its owner. */
  readonly databaseUrl: string;
  readonly witnessDatabaseUrl: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  /** Undefined where Temporal's web UI could not be had. */
  readonly uiUrl: string | undefined;
  readonly dataDir: string;
  /** What runs now, by name. Workers are the API's and not listed. */
  readonly processes: Readonly<Record<string, ProcessMark>>;
  /** Settles with an error when a part that is kept up does not stay up. */
  readonly failed: Promise<Error>;
  /** Sends SIGKILL to the API and resolves once it is gone. Its workers live on. */
  killApi(): Promise<ChildExit>;
  /** Starts the API again; one that lives is stopped first, with its workers. */
  restartApi(): Promise<void>;
  /** Stops every process, in order, and lets go of the data folder. Safe to call twice. */
  stop(): Promise<void>;
};
