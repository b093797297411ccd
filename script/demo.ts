/** Starts the bundled website and the site, fills the site with the crawler, and keeps both running. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { keep, readKept } from './demo-keeps.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = path.resolve(root, process.env.DATA_DIR || 'data');
const clipsDir = process.env.DEMO_CLIPS_DIR || path.join(root, '.cache', 'demo-clips');
const QUOTA = '1000';
const PASSWORD_FILE = 'secrets/demo-admin-password';

interface Login {
  username: string;
  password: string;
}

const children: ChildProcess[] = [];
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));

try {
  const sourcePort = await obtainSourcePort();
  const login = obtainLogin();
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    ADMIN_USERNAME: login.username,
    ADMIN_PASSWORD: login.password,
    // The bundled website is on this machine, which the crawler would otherwise refuse to visit.
    OUTBOUND_ALLOW: [process.env.OUTBOUND_ALLOW, `127.0.0.1:${sourcePort}`].filter(Boolean).join(' '),
  };
  const source = `http://127.0.0.1:${sourcePort}`;
  await startAndAwait(
    [
      ...['demo-source/src/main.ts', '--directory', clipsDir, '--port', `${sourcePort}`],
      ...(process.env.DEMO_SMALL ? ['--small'] : []),
    ],
    env,
    {
      until: /Demo source at /,
    },
  );
  const site = await startAndAwait(['packages/app/serve.ts'], env, {
    until: /Vesper is at (\S+)/,
  });
  await vesper(
    [
      ...[
        'source',
        'add',
        `${source}/sitemap.xml`,
        '--name',
        'Demo source',
        '--quota',
        QUOTA,
        '--delay',
        '0',
      ],
      ...[
        '--basis',
        'own',
        '--scope',
        'download,metadata',
        '--evidence',
        'bundled demo source',
        '--if-missing',
        // Its first crawl follows at once.
        '--no-check',
      ],
    ],
    env,
  );
  await vesper(['crawl', '--target', '100', '--wait', '--if-idle'], env);
  say(
    `\nThe site is ready: ${site[1]}\nIts bundled source: ${source}\n${await describeLogin(`${site[1]}`, login)}`,
  );
  say(`${whatToTry(`${site[1]}`, source)}\nPress Ctrl+C to stop both.\n`);
} catch (error) {
  if (!stopping) say((error as Error).message);
  await stop(1);
}

/** Videos are identified by the source's address, so its port is chosen once and kept. */
async function obtainSourcePort(): Promise<number> {
  if (process.env.DEMO_SOURCE_PORT) return Number(process.env.DEMO_SOURCE_PORT);
  const kept = readKept(dataDir, 'demo-source-port');
  if (kept) return Number(kept);
  const port = await freePort();
  keep(dataDir, 'demo-source-port', String(port));
  return port;
}

/** The first administrator: from the settings, else with a password that is generated once and kept here. */
function obtainLogin(): Login {
  const username = process.env.ADMIN_USERNAME || 'admin';
  if (process.env.ADMIN_PASSWORD) return { username, password: process.env.ADMIN_PASSWORD };
  const kept = readKept(dataDir, PASSWORD_FILE);
  if (kept) return { username, password: kept };
  const password = randomBytes(15).toString('base64url');
  keep(dataDir, PASSWORD_FILE, password);
  return { username, password };
}

/** Tests the login before printing it: an administrator may have existed before, or changed the password since. */
async function describeLogin(site: string, login: Login): Promise<string> {
  const call = (name: string, headers: Record<string, string>, body?: object) =>
    fetch(`${site}/api/admin/${name}`, {
      method: 'POST',
      headers: { origin: site, 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const answer = await call('login', {}, login);
  if (!answer.ok)
    return 'The administrator has a different password: see script/vesper admin list and admin reset NAME.';
  await call('logout', { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' });
  return `The administrator's login: ${login.username}, with the password ${login.password}`;
}

function whatToTry(site: string, source: string): string {
  return `To try first:
  watch a video                ${site}/
  search with a typing error   ${site}/?search=mandelbort
  approve a notice             file one at ${site}/dmca/submit, then ${site}/admin/takedowns
  add a source                 ${site}/admin/sources, with ${source}/sitemaps/videos-1.xml.gz`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts a long-lived program, passing on its output; resolves with the line that says it is ready. */
function startAndAwait(args: string[], env: NodeJS.ProcessEnv, { until }: { until: RegExp }) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return new Promise<RegExpExecArray>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      text = (text + chunk.toString('utf8')).slice(-4000);
      const found = until.exec(text);
      if (found) resolve(found);
    });
    child.once('exit', (code) => {
      reject(new Error(`${args[0]} ended (${code}).`));
      if (!stopping) void stop(code || 1);
    });
  });
}

function vesper(words: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ['packages/app/cli.ts', ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`script/vesper ${words.join(' ')} ended with ${code}.`));
    });
  });
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all(
    children
      .filter((child) => child.exitCode === null && child.signalCode === null)
      .map((child) => {
        child.kill('SIGTERM');
        return new Promise((resolve) => child.once('exit', resolve));
      }),
  );
  process.exit(code);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
