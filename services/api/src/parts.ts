import type { Registry } from '@checkpoint/telemetry';
import type pg from 'pg';
import type { Authenticator } from './auth/authenticator.ts';
import type { EventHub } from './events/hub.ts';
import type { Fleet } from './fleet/types.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Temporal } from './temporal/client.ts';
import type { Witness } from './witness.ts';

/** What the routes need. Tests hand in the same parts, made for a database and a task queue of their own. */
export interface ApiParts {
  readonly pool: pg.Pool;
  readonly temporal: Temporal;
  readonly witness: Witness;
  readonly fleet: Fleet;
  readonly events: EventHub;
  readonly sessions: Sessions;
  readonly authenticator: Authenticator;
  readonly registry: Registry;
  readonly settings: ApiSettings;
  /** Told that a run was started, so that its end is noticed at once. */
  readonly onRunStarted: (runId: string) => void;
}

export interface ApiSettings {
  readonly host: string;
  readonly faultsAllowed: boolean;
  /** Of one caller at this replica. */
  readonly requestsAMinute: number;
  readonly temporalUiUrl: string | undefined;
  readonly webDist: string;
  readonly metricsPort: number | undefined;
  readonly tracing: { readonly urlTemplate: string | undefined };
}
