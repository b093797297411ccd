/** script/vesper: the operator's command line. It talks to the database of a site, running or not. */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { AppError } from '../lib/app-error.ts';
import { createLog } from '../lib/log.ts';
import { runCommand } from './audited-command.ts';
import { commands } from './commands.ts';
import { type Base, composeBase } from './compose.ts';
import { readConfig } from './config.ts';
import { migrateDatabase, openDatabase } from './database.ts';
import { runMain } from './process.ts';

// Whoever reads the output may have seen enough (`| head`): the command still does its work.
process.stdout.on('error', () => {});

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      kind: { type: 'string' },
      delivery: { type: 'string' },
      delay: { type: 'string' },
      basis: { type: 'string' },
      scope: { type: 'string' },
      evidence: { type: 'string' },
      from: { type: 'string' },
      until: { type: 'string' },
      end: { type: 'boolean' },
      'with-videos': { type: 'boolean' },
      renditions: { type: 'string' },
      status: { type: 'string' },
      step: { type: 'string' },
      video: { type: 'string' },
      source: { type: 'string' },
      quota: { type: 'string' },
      target: { type: 'string' },
      limit: { type: 'string' },
      'if-missing': { type: 'boolean' },
      'if-idle': { type: 'boolean' },
      wait: { type: 'boolean' },
      all: { type: 'boolean' },
      to: { type: 'string' },
      rate: { type: 'string' },
      'remove-orphans': { type: 'boolean' },
    },
  });
  const [topic = '', verb = '', ...rest] = positionals;
  const words = `${topic} ${verb}`.trim();
  const command = commands.get(words) ?? commands.get(topic);
  if (!command) {
    process.stdout.write(usage());
    if (topic && topic !== 'help') throw new AppError('bad_request', `There is no command "${words}".`);
    return;
  }
  const operands = commands.has(words) ? rest : [verb, ...rest].filter(Boolean);
  const name = commands.has(words) ? words : topic;
  await withSite((base, connection) =>
    runCommand(name, command, { base, connection, operands, options: values, print }),
  );
});

async function withSite(use: (base: Base, connection: pg.PoolConfig) => Promise<void>) {
  const config = readConfig(process.env, process.cwd());
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel, { process: 'cli' });
  const server = await openDatabase(config, log);
  try {
    await migrateDatabase(server, log);
    const base = await composeBase(config, server.connection, { name: 'cli', log });
    await use(base, server.connection).finally(() => base.close());
  } finally {
    await server.stop();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function usage(): string {
  const lines = [...commands].map(([name, { operands = '', about }]) => {
    return `  ${`${name} ${operands}`.padEnd(46)} ${about}\n`;
  });
  return `Usage: script/vesper <command>\n\n${lines.join('')}`;
}
