import { EffectKey, RunId, WorkerId } from '@checkpoint/contracts';
import { z } from 'zod';

export const RunParams = z.object({ runId: RunId });
export const StepParams = RunParams.extend({ step: z.coerce.number().int().min(1).max(100_000) });
export const ArtifactParams = RunParams.extend({ key: EffectKey, name: z.string().min(1).max(255) });
export const EffectParams = z.object({ effectKey: EffectKey });
export const ApprovalParams = z.object({ approvalKey: EffectKey });
/** The slash of a worker's id is sent as %2F. */
export const WorkerParams = z.object({ workerId: WorkerId });
