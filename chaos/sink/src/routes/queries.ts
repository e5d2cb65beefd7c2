import { RunId } from '@checkpoint/contracts';
import { z } from 'zod';

/** Without `runId`: all runs. */
export const RunQuery = z.strictObject({ runId: RunId.optional() });
