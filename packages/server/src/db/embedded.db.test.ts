import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { type EmbeddedServer, startEmbeddedPostgres } from './embedded.ts';

let parent: string;
let server: EmbeddedServer | undefined;
beforeEach(async () => {
  // Of mode 700 and ours: the server's own account may not pass through it by itself.
  parent = await mkdtemp(path.join(tmpdir(), 'vesper-postgres-'));
});
afterEach(async () => {
  await server?.stop();
  await rm(parent, { recursive: true, force: true });
});

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client(server?.connection);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

async function start(directory = path.join(parent, 'postgres')): Promise<void> {
  server = await startEmbeddedPostgres(directory, silentLog);
}

async function postmasterPid(): Promise<number> {
  return Number(
    (await readFile(path.join(parent, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
  );
}

test('keeps its data over a stop, a kill and a pid file that names a stranger', async () => {
  await start();
  await query('create table kept (n int); insert into kept values (42)');
  await server?.stop();
  await start();
  expect(await query('select n from kept')).toEqual([{ n: 42 }]);

  await query('insert into kept values (43)');
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await writeFile(
    path.join(parent, 'postgres/cluster/postmaster.pid'),
    `${process.pid}\n/nowhere\n1\n5432\n`,
  );
  await start();
  expect(await query('select n from kept order by n')).toEqual([{ n: 42 }, { n: 43 }]);
});

test('is joined, not started twice, by whoever comes second; the last to leave stops it', async () => {
  const directory = path.join(parent, 'postgres');
  const [first, second] = await Promise.all([
    startEmbeddedPostgres(directory, silentLog),
    startEmbeddedPostgres(directory, silentLog),
  ]);
  server = second;
  expect(first.connection).toEqual(second.connection);
  const user = new pg.Client(second.connection);
  await user.connect();
  await first.stop();
  expect((await user.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await user.end();
  await second.stop();
  await expect(query('select 1')).rejects.toThrow();
});

test('lives in a folder whose name is long and has spaces and quotes in it', async () => {
  const directory = path.join(parent, `it's a "long" name ${'x'.repeat(90)}`, 'postgres');
  await start(directory);
  expect(await query("select current_setting('listen_addresses') as addresses")).toEqual([{ addresses: '' }]);
});
