import type { Benchmark } from '../lib/benchmark.ts';

export const throughput: Benchmark = { summary: 'x', options: {}, run: async () => ({ json: {}, text: '' }) };
