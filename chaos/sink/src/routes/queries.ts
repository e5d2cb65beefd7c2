import { PaymentAccount, RunId } from '@checkpoint/contracts';
import { z } from 'zod';

/** Without `runId`: all runs. */
export const RunQuery = z.strictObject({ runId: RunId.optional() });

export const AccountPath = z.object({ account: PaymentAccount });
