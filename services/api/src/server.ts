import { asError, TerminalError } from '@checkpoint/contracts';
import { createLogger, type Logger } from '@checkpoint/telemetry';
import { refuseExposure } from './auth/exposure.ts';
import { type Config, readConfig } from './config.ts';
import { createRuntime, type Runtime } from './runtime.ts';

/** A stop that takes longer hangs, ms. Longer than the fleet's own wait for its workers. */
const STOP_TIMEOUT_MS = 25_000;

/** The process: configuration, log, socket, signals. */
async function main(): Promise<void> {
  const config = configOrExit();
  const log = createLogger({ service: 'api', level: config.logLevel, base: { pid: process.pid } });
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'an error that nobody caught');
    process.exit(1);
  });
  const runtime = await createRuntime(config, log);
  try {
    await listen(config, runtime);
    await runtime.start();
  } catch (thrown) {
    log.fatal({ err: asError(thrown) }, 'the API did not start');
    await runtime.stop().catch(() => undefined);
    process.exit(1);
  }
  log.info({ host: config.host, port: config.port, fleet: config.fleet.kind }, 'the API is running');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop(runtime, log, signal));
  }
}

function configOrExit(): Config {
  try {
    const config = readConfig();
    refuseExposure(config);
    return config;
  } catch (thrown) {
    createLogger({ service: 'api', level: 'info' }).fatal({ err: asError(thrown) }, asError(thrown).message);
    process.exit(1);
  }
}

async function listen(config: Config, { app }: Runtime): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code !== 'EADDRINUSE') throw thrown;
    throw new TerminalError(
      'PORT_TAKEN',
      `CHECKPOINT_API_PORT ${config.port}: another process listens there; stop it, or set another port`,
      {},
      thrown,
    );
  }
}

async function stop(runtime: Runtime, log: Logger, signal: string): Promise<void> {
  log.info({ signal }, 'the API is stopping');
  setTimeout(() => {
    log.fatal('the API did not stop in time');
    process.exit(1);
  }, STOP_TIMEOUT_MS).unref();
  await runtime.stop();
  log.info('the API has stopped');
  process.exit(0);
}

await main();
