import { appendFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Log, silentLog } from '../kernel/lib/log.ts';
import { readConfig } from './config.ts';
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

test('a database that was killed is started again, also while its log cannot be put aside', async () => {
  const logFile = path.join(dataDir, 'postgres/server.log');
  await mkdir(`${logFile}.1`);
  await appendFile(logFile, 'x'.repeat(6_000_000));
  process.kill(await pidOf(), 'SIGKILL');
  await expect.poll(answers).toBe(false);
  await expect.poll(answers, { timeout: 40_000, interval: 500 }).toBe(true);
  const sentence = 'The log of the embedded database could not be rotated.';
  await expect.poll(() => told, { timeout: 20_000 }).toContain(sentence);
}, 90_000);
