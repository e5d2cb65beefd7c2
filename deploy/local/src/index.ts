export { startTestServers, type TestServers } from './test-servers.ts';
