import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { type EmbeddedConnection, type EmbeddedServer, startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';

let parent: string;
let server: EmbeddedServer | undefined;
beforeEach(async () => {
  // Mode 700 and ours: the server's account may not pass through it.
  parent = await mkdtemp(path.join(tmpdir(), 'vesper-postgres-'));
});
afterEach(async () => {
  await server?.stop();
  await rm(parent, { recursive: true, force: true });
});

async function query(sql: string, connection = server?.connection): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
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

test('is joined, not started twice, by the second process; the last to leave stops it', async () => {
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

test('the site signs in as a role that owns its tables and nothing else, and only it may enter its folders', async () => {
  await mkdir(path.join(parent, 'postgres'), { mode: 0o755 });
  await start();
  for (const name of ['postgres', 'postgres/cluster', 'postgres/socket'])
    expect((await stat(path.join(parent, name))).mode & 0o777, name).toBe(0o700);
  const rights = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "any",
    pg_has_role('vesper_owner', 'member') as "isOwner",
    (select datdba = r.oid from pg_database where datname = current_database()) as "ownsDatabase"
    from pg_roles r where rolname = current_user`;
  expect(await query(rights)).toEqual([{ any: false, isOwner: false, ownsDatabase: false }]);
  await expect(query("copy (select 1) to program 'true'")).rejects.toThrow('permission denied');
  await expect(query("select pg_read_file('PG_VERSION')")).rejects.toThrow('permission denied');
});

test('converts a former version’s cluster, where the superuser owns everything, also after a kill', async () => {
  await start();
  const { superuser, owner } = server as EmbeddedServer;
  await migrateAs(superuser);
  // No roles, and a queue whose tables the superuser made.
  await query('alter database vesper owner to vesper', superuser);
  await query("create table jobs.job (id int); create type jobs.state as enum ('new')", superuser);
  await query('reassign owned by vesper_owner to vesper; drop owned by vesper_owner, vesper_site', superuser);
  await query('drop role vesper_site; drop role vesper_owner', superuser);
  // Killed after its first role.
  await query('create role vesper_owner login', superuser);
  await query('alter role vesper_owner password null', superuser);
  await start();
  await migrateAs(owner);
  const owners = `select c.relname as name, relowner::regrole::text as owner from pg_class c
    where relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) and relkind in ('r', 'v', 'S')
      and relowner <> 'vesper_site'::regrole order by 1`;
  expect(await query(owners)).toEqual(
    ['audit_acts', 'audit_head', 'audit_log', 'migrations'].map((name) => ({ name, owner: 'vesper_owner' })),
  );
  expect(await query('insert into jobs.job values (1) returning id')).toEqual([{ id: 1 }]);
  await expect(query('update audit_log set seq = 1')).rejects.toThrow('permission denied');
});

async function migrateAs(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await migrate(client, connection.user === 'vesper' ? {} : { site: 'vesper_site' }).finally(() =>
    client.end(),
  );
}

test('the log contains no queries, and is rotated once it has grown', async () => {
  await start();
  const logFile = path.join(parent, 'postgres/server.log');
  await expect(query("select 'a visitor wrote this'::int")).rejects.toThrow('a visitor wrote this');
  await query("create table once (word text primary key); insert into once values ('a visitor wrote this')");
  await expect(query("insert into once values ('a visitor wrote this')")).rejects.toThrow('duplicate');
  const client = new pg.Client(server?.connection);
  client.on('error', () => {});
  await client.connect();
  const asked = client.query("select pg_sleep(60), 'a visitor wrote this'").catch(() => {});
  const end =
    "select pg_terminate_backend(pid) as ended from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()";
  await expect.poll(() => query(end)).toEqual([{ ended: true }]);
  await asked;
  await expect.poll(() => readFile(logFile, 'utf8')).toContain('terminating connection');
  expect(await readFile(logFile, 'utf8')).not.toContain('a visitor wrote this');

  await appendFile(logFile, 'x'.repeat(6_000_000));
  server?.tendLog();
  expect((await stat(`${logFile}.1`)).size).toBeGreaterThan(6_000_000);
  await expect(
    query('select 1', { ...(server as EmbeddedServer).connection, password: 'wrong' }),
  ).rejects.toThrow('authentication failed');
  await expect.poll(() => readFile(logFile, 'utf8')).toMatch(/^\d{4}-.*authentication failed/);
});
