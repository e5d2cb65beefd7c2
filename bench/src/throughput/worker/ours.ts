/** The product's own worker with one more agent. */
import type { Agent } from '@checkpoint/agent';
import { agents } from '@checkpoint/agents';
import { trivial } from './agent.ts';

(agents as Agent[]).push(trivial);
await import('@checkpoint/worker/main');
