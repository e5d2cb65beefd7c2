import { AppError, asError } from '@checkpoint/contracts';
import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { readConfig, type WitnessConfig } from './config.ts';
import { ownPool, readOnlyPool } from './database.ts';
import { createLedgerRows } from './ledger-rows.ts';
import { FORCED_EXIT_MS } from './limits.ts';
import { createMailServer } from './smtp.ts';

/** Starts the witness: HTTP, SMTP and its databases. Resolves with what closes it all. */
async function start(config: WitnessConfig, log: Logger): Promise<() => Promise<void>> {
  const pool = ownPool(config.databaseUrl, log);
  const ledgerPool =
    config.ledgerDatabaseUrl === undefined ? undefined : readOnlyPool(config.ledgerDatabaseUrl, log);
  const ledger = ledgerPool === undefined ? undefined : createLedgerRows(ledgerPool);
  const { faultsAllowed, host } = config;
  const mail = createMailServer({ pool, faultsAllowed, log });
  const app = await createApp({ pool, ledger, faultsAllowed, log, hearsMail: mail.isListening });

  const smtpPort = await opening('WITNESS_SMTP_PORT', config.smtpPort, () =>
    mail.listen(config.smtpPort, host),
  );
  const http = await opening('WITNESS_HTTP_PORT', config.httpPort, () =>
    app.listen({ port: config.httpPort, host }),
  );
  const rows = ledger === undefined ? 'not watched' : 'watched';
  log.info(
    { http, smtp: `smtp://${host}:${smtpPort}`, rows, faultsAllowed, pid: process.pid },
    'witness is running',
  );

  return async () => {
    await Promise.all([app.close(), mail.close()]);
    await Promise.all([pool.end(), ledgerPool?.end()]);
  };
}

/** Names the variable when a port cannot be opened. */
async function opening<T>(name: string, port: number, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (thrown) {
    const error = asError(thrown);
    const detail = `${name} is ${port}, and this port cannot be opened: ${error.message}; set ${name} to a free port`;
    throw new AppError('CONFIG_INVALID', detail, { name, port }, error);
  }
}

function stopOnSignals(close: () => Promise<void>, log: Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'witness is stopping');
      setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref();
      void close().then(
        () => log.info('witness has stopped'),
        (thrown: unknown) => {
          log.error({ err: asError(thrown) }, 'witness did not stop cleanly');
          process.exitCode = 1;
        },
      );
    });
  }
}

const log = pino({ base: { service: 'witness' } });
try {
  const config = readConfig();
  log.level = config.logLevel;
  stopOnSignals(await start(config, log), log);
} catch (thrown) {
  log.fatal({ err: asError(thrown) }, 'witness cannot start');
  process.exit(1);
}
