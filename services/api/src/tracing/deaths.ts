import { CHECKPOINT, isTracing, tellAttempt } from '@checkpoint/telemetry';

/** An attempt that ended with its worker, as its row says. */
export interface DeadAttempt {
  readonly run_id: string;
  readonly step: number;
  readonly activity: string;
  readonly attempt: number;
  readonly tool: string;
  readonly worker_id: string;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly evidence: string;
}

/** Tells of attempts whose own process cannot: a span that was not ended was never sent. */
export function tellDeadAttempts(attempts: readonly DeadAttempt[]): void {
  if (!isTracing()) return;
  for (const dead of attempts) {
    tellAttempt(
      {
        runId: dead.run_id,
        step: dead.step,
        activity: dead.activity,
        attempt: dead.attempt,
        tool: dead.tool,
        workerId: dead.worker_id,
        startMs: dead.started_at.getTime(),
      },
      {
        outcome: 'died',
        endMs: dead.ended_at.getTime(),
        error: { code: 'WORKER_DIED', message: `worker ${dead.worker_id} died while it held this attempt` },
        attributes: { [CHECKPOINT.deathEvidence]: dead.evidence },
      },
    );
  }
}
