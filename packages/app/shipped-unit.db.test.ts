import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../test/site.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const unit = readFileSync(path.join(ROOT, 'deploy/vesper.service'), 'utf8');
const inUnit = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';
const isAble =
  ['/usr/bin/unshare', '/usr/bin/nsenter', '/usr/sbin/ip'].every(existsSync) && process.getuid?.() === 0;

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

/** The unit's program in its environment, on a machine without a network. */
function startUnit(): ChildProcess {
  const { host, port, user, password, database } = site.connection;
  const query = new URLSearchParams({ host: `${host}`, port: `${port}` });
  const settings = readFileSync(path.join(ROOT, 'deploy/vesper.env'), 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm);
  const [program = '', ...words] = inUnit('ExecStart').replace('/srv/vesper/', `${ROOT}/`).split(' ');
  const offline = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', program, ...words];
  return spawn('/usr/bin/unshare', offline, {
    cwd: inUnit('WorkingDirectory').replace('/srv/vesper', ROOT),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin',
      ...Object.fromEntries([inUnit('Environment').split('=')]),
      ...Object.fromEntries([...settings].map(([, name, value]) => [name, value])),
      DATA_DIR: site.base.config.dataDir,
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(`${password}`)}@/${database}?${query}`,
      WEB_PROCESSES: '1',
    },
  });
}

test.skipIf(!isAble)('the unit’s program needs no network, and ends when told to', async () => {
  const child = startUnit();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Vesper is at')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
  const inside = (script: string) =>
    execFileSync('/usr/bin/nsenter', [`--net=/proc/${child.pid}/ns/net`, process.execPath, '-e', script], {
      encoding: 'utf8',
    });
  expect(
    inside(`fetch('http://127.0.0.1:3000/').then(({ status }) => process.stdout.write(String(status)))`),
  ).toBe('200');
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toEqual([]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
