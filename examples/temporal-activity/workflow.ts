import type { ToolOutput } from '@checkpoint/contracts';
import { proxyActivities } from '@temporalio/workflow';
import { REFUND_OPTIONS } from './options.ts';
import type { RefundActivities, RefundInput } from './refund.ts';

const { refund } = proxyActivities<RefundActivities>(REFUND_OPTIONS);

export async function refundOrder(order: RefundInput['order']): Promise<ToolOutput> {
  return await refund({ step: 1, id: 'refund', order });
}
