import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { COMPILE_CACHE } from '../test/run-command.ts';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));

let database: TestDatabase;
let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-first-start-'));
});
afterAll(async () => {
  await Promise.all(children.map(end));
  await rm(dataDir, { recursive: true, force: true });
  await database.drop();
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Starts a site on the one database. */
async function start(): Promise<{ lines: string[]; url: string }> {
  const { host, port, user, password, database: name } = database.connection;
  const query = new URLSearchParams({ host: `${host}`, port: `${port}` });
  const child = spawn(process.execPath, [SERVE], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(`${password}`)}@/${name}?${query}`,
      DATA_DIR: dataDir,
      ROLE: 'web',
      WEB_PROCESSES: '1',
      PORT: '0',
      LOG_LEVEL: 'debug',
      ...COMPILE_CACHE,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const text = await printed(child, /"The site is ready\."/);
  const site = /"port":(\d+),"msg":"The site is ready/.exec(text)?.[1];
  return { lines: text.split('\n'), url: `http://127.0.0.1:${site}` };
}

function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8');
        if (pattern.test(text)) resolve(text);
      });
    }
    child.once('exit', (code) => reject(new Error(`serve.ts ended (${code}):\n${text}`)));
  });
}

test('of two concurrent first starts one shows the password, once, and never in the log', async () => {
  const sites = await Promise.all([start(), start()]);
  const told = sites.flatMap(({ lines }) => lines.filter((line) => line.startsWith('The administrator is ')));
  expect(told).toEqual([expect.stringMatching(/^The administrator is admin, the password \S{23}$/)]);
  const password = `${told[0]}`.split(' ').at(-1) ?? '';

  const made = () =>
    database.db
      .selectFrom('audit_log')
      .select(['actor_name', 'actor_id', 'action', 'subject', 'outcome'])
      .where('action', '=', 'administrators.add')
      .execute();
  const event = { actor_name: 'system', actor_id: null, action: 'administrators.add', subject: 'admin' };
  expect(await made()).toEqual([{ ...event, outcome: 'done' }]);

  const later = await start();
  expect(await made()).toHaveLength(1);
  expect(later.lines.join('\n')).not.toContain('The administrator is');
  for (const { url, lines } of [...sites, later]) {
    const response = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ username: 'admin', password }),
    });
    expect(response.status).toBe(200);
    expect(lines.filter((line) => line.startsWith('{') && line.includes(password))).toEqual([]);
  }
  expect(await database.db.selectFrom('administrators').select('username').execute()).toHaveLength(1);
});
