import { TerminalError } from '@checkpoint/contracts';
import type { Principal } from '../auth/principal.ts';

/** Who decides, and how that is known: both stand in the audit. */
export interface Decider {
  readonly by: string;
  readonly via: string;
}

/**
 * The caller. Where the API asks nobody who they are, the name that the caller gives. Throws BAD_REQUEST for a missing
 * name, and for one that is another's.
 */
export function deciderOf(principal: Principal, by: string | undefined): Decider {
  if (principal.via === 'unauthenticated') {
    if (by !== undefined) return { by, via: principal.via };
    throw refused('is missing: say who decides; this API asks nobody who they are');
  }
  if (by !== undefined && by !== principal.subject) {
    throw refused(`got ${JSON.stringify(by)}: leave it out, you are ${principal.subject}`);
  }
  return { by: principal.subject, via: principal.via };
}

function refused(message: string): TerminalError {
  return new TerminalError('BAD_REQUEST', `body.by: ${message}`, { errors: [{ field: 'body.by', message }] });
}
