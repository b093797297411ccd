/** script/vesper: the operator's command line, for a site running or not. */
import path from 'node:path';
import type { Command } from '@vesper/core/command.ts';
import { reportLockWaits } from '@vesper/core/db/lock-waits.ts';
import { collisionOf } from '@vesper/core/db/transaction.ts';
import { diskFault, faultMessage } from '@vesper/core/lib/files/disk-error.ts';
import { createLog } from '@vesper/core/lib/log.ts';
import { NotYetError, StartError } from '@vesper/core/lib/start-error.ts';
import type pg from 'pg';
import { commandsToExplain, readCommandLine } from './commands/command-line.ts';
import { commandParts, commands, runCommand } from './commands/commands.ts';
import { type AloneParts, restoreCommand } from './commands/restore-command.ts';
import { upgradeCommand } from './commands/upgrade-command.ts';
import { type Base, composeBase } from './composition/compose.ts';
import { migrateDatabase, openDatabase } from './composition/database.ts';
import { accountName, followSite, leaveRoot } from './processes/account.ts';
import { runMain } from './processes/process.ts';
import { readConfig } from './settings/config.ts';

/** Commands that open what they need themselves. */
const alone: ReadonlyMap<string, Command<AloneParts>> = new Map([
  ['restore', restoreCommand],
  ['upgrade-database', upgradeCommand],
]);
const all: ReadonlyMap<string, Command<never>> = new Map<string, Command<never>>([...commands, ...alone]);

// If the reader closes the pipe (`| head`), the command still does its work.
process.stdout.on('error', () => {});

await runMain(async () => {
  const line = readCommandLine(process.argv.slice(2), all);
  if (!line) {
    process.stdout.write(usage());
    return;
  }
  const { name, operands, options } = line;
  const command = commands.get(name);
  const run = command
    ? withSite((base, connection) =>
        runCommand(name, command, { ...commandParts(base, connection), operands, options, print }),
      )
    : withoutSite((parts) => alone.get(name)?.run({ ...parts, operands, options, print }));
  await run.catch((error) => {
    throw closedFile(error) ?? lockTimeout(error) ?? error;
  });
});

/** Names a file that the account cannot read or write, such as one created by root. */
function closedFile(error: unknown): StartError | undefined {
  const { path: file } = error as NodeJS.ErrnoException;
  const fault = diskFault(error);
  if (file === undefined || (fault !== 'not_writable' && fault !== 'read_only')) return undefined;
  const sentence =
    fault === 'read_only'
      ? faultMessage(fault, path.dirname(file))
      : `The account ${accountName()}, which runs this command, cannot read or write ${file}.`;
  return new StartError(sentence, { cause: error });
}

/** Past the pool's `lock_timeout`. */
function lockTimeout(error: unknown): StartError | undefined {
  if (collisionOf(error) !== 'lock_timeout') return undefined;
  return new NotYetError('The command timed out waiting for a database lock. Run it again later.', {
    cause: error,
  });
}

function prepare() {
  const config = readConfig(process.env, process.cwd());
  return {
    config,
    log: createLog(config.logLevel === 'info' ? 'warn' : config.logLevel, { process: 'cli' }),
  };
}

async function withoutSite(use: (parts: AloneParts) => Promise<void> | undefined) {
  const { config, log } = prepare();
  await leaveRoot(config, log);
  await use({ config, log });
}

async function withSite(use: (base: Base, connection: pg.PoolConfig) => Promise<void>) {
  const { config, log } = prepare();
  await followSite(config);
  const server = await openDatabase(config, log);
  try {
    await migrateDatabase(server, log, warn);
    const base = await composeBase(config, server.connection, { name: 'cli', log });
    const pids: number[] = [];
    base.pool.on('connect', (one) => pids.push((one as unknown as { processID: number }).processID));
    const stop = reportLockWaits({ client: base.pool, pids: () => pids, tell: warn });
    await base
      .refreshSettings()
      .then(() => use(base, server.connection))
      .finally(stop)
      .finally(() => base.close());
  } finally {
    await server.stop();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A command may print JSON on stdout. */
function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

function usage(): string {
  const lines = commandsToExplain(process.argv.slice(2), all).map(([name, { operands = '', about }]) => {
    return `  ${`${name} ${operands}`.padEnd(46)} ${about}\n`;
  });
  return `Usage: script/vesper <command>\n\n${lines.join('')}`;
}
