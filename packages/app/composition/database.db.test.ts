import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Log, silentLog } from '@vesper/core/lib/log.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { type DatabaseServer, openDatabase } from './database.ts';

let dataDir: string;
let server: DatabaseServer;
const told: string[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-database-'));
  const tell = (_: unknown, text: string) => void told.push(text);
  const log = { ...silentLog, error: tell, warn: tell } as Log;
  server = await openDatabase(readConfig({ DATA_DIR: dataDir }, '/'), log);
  server.keepRunning();
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const pidOf = async () =>
  Number((await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

async function answers(): Promise<boolean> {
  const client = new pg.Client(server.connection);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** By their titles: `postgres: startup recovering ...`. */
function serverProcesses(parent: number, kind: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isChild =
        / \(postgres\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1] === `${parent}`;
      return isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(kind) ? [Number(name)] : [];
    } catch {
      // Not a process, or just ended.
      return [];
    }
  });
}

/** False if it was gone. */
function kill(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL');
  } catch {
    // Just ended.
    return false;
  }
}

test.skipIf(!existsSync('/proc/self'))(
  'a database that lost a process recovers, even if the recovery is killed too',
  async () => {
    let killed = 0;
    while (killed < 2) {
      const parent = await pidOf().catch(() => 0);
      const [startup] = serverProcesses(parent, 'postgres: startup');
      // At first, and if a recovery was too quick to see.
      if (startup === undefined) kill(serverProcesses(parent, 'postgres: vesper_site')[0]);
      else if (kill(startup)) killed += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await expect.poll(answers, { timeout: 60_000, interval: 500 }).toBe(true);
  },
  120_000,
);

test('a killed database is restarted, even if its log cannot be rotated', async () => {
  const logFile = path.join(dataDir, 'postgres/server.log');
  await mkdir(`${logFile}.1`);
  await appendFile(logFile, 'x'.repeat(6_000_000));
  process.kill(await pidOf(), 'SIGKILL');
  await expect.poll(answers).toBe(false);
  await expect.poll(answers, { timeout: 40_000, interval: 500 }).toBe(true);
  const sentence = 'The log of the embedded database could not be rotated.';
  await expect.poll(() => told, { timeout: 20_000 }).toContain(sentence);
}, 90_000);
