import type { Agent } from '@checkpoint/agent';
import { ledger } from './ledger/index.ts';
import { refunds } from './refunds/index.ts';
import { research } from './research/index.ts';

/** Every agent that ships. A worker registers these and runs no other. */
export const agents: readonly Agent[] = [ledger, refunds, research];
