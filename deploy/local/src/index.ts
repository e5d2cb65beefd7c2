export { type PortName, REPOSITORY, readConfig, type StackConfig } from './config.ts';
export { freePort, LOOPBACK } from './os/ports.ts';
export { isAlive, markOf, type ProcessMark, withEnvironment } from './os/process-table.ts';
export { type Interruption, onInterruption } from './os/signals.ts';
export { stopProcess } from './os/stop.ts';
export { startStack } from './stack.ts';
export { startTestServers, type TestServers } from './test-servers.ts';
export type { Stack, StackOptions } from './types.ts';
