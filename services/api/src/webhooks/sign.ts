import { createHmac } from 'node:crypto';

/**
 * The headers by which a receiver knows who sends, that nothing was changed, and when it was sent. They follow the
 * Standard Webhooks convention, for which libraries exist: HMAC-SHA256 over `<id>.<seconds>.<body>`.
 */
export function signed(secret: Buffer, id: string, atSeconds: number, body: string): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${id}.${atSeconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(atSeconds), 'webhook-signature': `v1,${signature}` };
}
