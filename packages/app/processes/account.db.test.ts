import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@vesper/core/db/embedded.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../test/run-command.ts';
import { readConfig } from '../settings/config.ts';
import { leaveRoot } from './account.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const ROOT = 0;

// Only root can become another account.
describe.runIf(process.getuid?.() === ROOT)('started as root', () => {
  let parent: string;
  let dataDir: string;
  let site: ChildProcess;
  beforeAll(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'vesper-root-'));
    await chmod(parent, 0o755);
    dataDir = path.join(parent, 'data');
    // As a former version left it.
    await mkdir(path.join(dataDir, 'storage/videos/ab'), { recursive: true });
    await mkdir(path.join(parent, 'disk/0f5c1f0a-4a7e-4a63-9b0e-5a0c2f6a7b11/made'), { recursive: true });
    await symlink(path.join(parent, 'disk'), path.join(dataDir, 'work'));
    await writeFile(path.join(dataDir, 'storage/videos/ab/video.mp4'), 'a film', { mode: 0o600 });
    await mkdir(path.join(dataDir, 'case-keys'), { mode: 0o700 });
    await writeFile(path.join(dataDir, 'case-keys/macs.key'), Buffer.alloc(32), { mode: 0o600 });
    await writeFile(path.join(parent, 'elsewhere'), 'of root');
    await symlink(path.join(parent, 'elsewhere'), path.join(dataDir, 'storage/link'));
    site = start('serve.ts', []);
    await said(site, /Vesper is at /);
    // Two programs start in turn, and the database is made.
  }, 240_000);
  afterAll(async () => {
    site.kill('SIGTERM');
    expect(await ended(site)).toBe(0);
    await rm(parent, { recursive: true, force: true });
  });

  function start(program: string, words: string[], stderr: 'inherit' | 'pipe' = 'inherit'): ChildProcess {
    return spawn(process.execPath, [path.join(folder, program), ...words], {
      stdio: ['ignore', 'pipe', stderr],
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...COMPILE_CACHE },
    });
  }

  /** Recursive, of links themselves. */
  async function owners(folder: string): Promise<Set<number>> {
    const names = await readdir(folder, { recursive: true });
    const all = ['.', ...names].map((name) => lstat(path.join(folder, name)));
    return new Set((await Promise.all(all)).map(({ uid }) => uid));
  }

  async function actors(): Promise<unknown[]> {
    const server = await startEmbeddedPostgres(path.join(dataDir, 'postgres'), silentLog);
    const client = new pg.Client(server.connection);
    await client.connect();
    const { rows } = await client.query('select actor_name from audit_log');
    await client.end();
    return rows.map((row) => row.actor_name);
  }

  test('the site, its worker and its database run as one account without further groups', async () => {
    const { uid } = await stat(path.join(dataDir, 'postgres/cluster'));
    expect(uid).not.toBe(ROOT);
    const pidFile = await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
    const children = await readFile(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8');
    const pids = [site.pid, pidFile.split('\n')[0], ...children.trim().split(' ')];
    expect(pids.length).toBeGreaterThanOrEqual(4);
    for (const pid of pids) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      expect(status).toMatch(new RegExp(`^Uid:(\\t${uid}){4}$`, 'm'));
      expect(status).toMatch(/^Groups:\s*$/m);
      expect(status).toMatch(/^CapEff:\s0+$/m);
    }
  });

  test('root’s files in the folder are handed over, but no link targets elsewhere', async () => {
    const { uid } = await stat(path.join(dataDir, 'postgres/cluster'));
    for (const folder of ['data/storage', 'data/postgres', 'data/secrets', 'data/case-keys', 'disk'])
      expect(await owners(path.join(parent, folder)), folder).toEqual(new Set([uid]));
    expect((await stat(dataDir)).uid).toBe(uid);
    expect((await stat(path.join(parent, 'elsewhere'))).uid).toBe(ROOT);
  });

  test('commands and doctor leave no files of root’s, and the audit log names root', async () => {
    const programs = [start('cli.ts', ['admin', 'add', 'anna']), start('doctor.ts', [])];
    for (const { stdout } of programs) stdout?.resume();
    await Promise.all(programs.map(ended));
    expect(await actors()).toContain('cli:root');
    const { uid } = await stat(dataDir);
    expect(await owners(path.join(dataDir, 'storage'))).toEqual(new Set([uid]));
    for (const name of await readdir(dataDir))
      expect((await stat(path.join(dataDir, name))).uid, name).toBe(uid);
  });
});

test.runIf(process.getuid?.() === ROOT)('stays root if a link leads to foreign files', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'vesper-stays-'));
  const disk = path.join(parent, 'disk');
  try {
    await chmod(parent, 0o755);
    await mkdir(path.join(parent, 'data'));
    await mkdir(path.join(disk, 'letters'), { recursive: true });
    await symlink(disk, path.join(parent, 'data/storage'));
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (text: string) => warnings.push(text) };
    const env = { DATA_DIR: path.join(parent, 'data'), DATABASE_URL: 'postgres://none', RUN_AS: 'nobody' };
    await leaveRoot(readConfig(env, '/'), log as never);
    expect(warnings.join()).toContain(
      `leads to ${disk}, which contains something that is not Vesper's (letters)`,
    );
    for (const folder of [disk, path.join(disk, 'letters'), path.join(parent, 'data')])
      expect((await stat(folder)).uid, folder).toBe(ROOT);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});

function said(child: ChildProcess, wanted: RegExp): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (wanted.test(text)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`It ended (${code}): ${text}`)));
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}
