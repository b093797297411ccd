import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const SITE_NAME = 'videos.example';
const DEPLOY = fileURLToPath(new URL('../../../../deploy', import.meta.url));

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  /** The name asked for in the TLS handshake. */
  servername?: string;
  /** Of this machine: another one is another visitor. */
  from?: string;
  /** What is sent of the body; with a `content-length` of more, the rest never comes. */
  body?: Buffer;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ShippedNginx {
  ask(address: string, asked?: Asked): Promise<Answered>;
  askPlain(address: string, asked?: Asked): Promise<Answered>;
  /** All that it has logged. */
  logged(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Debian's nginx with `deploy/nginx-site.conf` and what that includes, in front of a site. Only ports, folders and the
 * site's address are others, and what `changes` names.
 */
export async function startShippedNginx(
  siteUrl: string,
  dataDir: string,
  changes: Record<string, string> = {},
): Promise<ShippedNginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-nginx-'));
  const [plain = 0, secure = 0] = await freePorts(2);
  const shipped = await siteConfiguration({ folder, siteUrl, plain, secure });
  await writeFile(path.join(folder, 'site.conf'), replaced(shipped, changes));
  const media = await readFile(path.join(DEPLOY, 'nginx-media.conf'), 'utf8');
  await mkdir(path.join(folder, 'deploy'));
  await writeFile(
    path.join(folder, 'deploy/nginx-media.conf'),
    replaced(media, { '/var/lib/vesper/': `${dataDir}/` }),
  );
  makeCertificate(folder);
  await writeFile(path.join(folder, 'nginx.conf'), mainConfiguration(folder));
  const errors = path.join(folder, 'error.log');
  const child = spawn('nginx', ['-c', `${folder}/nginx.conf`, '-p', folder, '-e', errors], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  const url = `https://127.0.0.1:${secure}`;
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const isUp = async () => {
    while (!isOver) {
      const answer = await askOver(`${url}/assets/none`).catch(() => undefined);
      if (answer) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
  };
  if (!(await Promise.race([isUp(), ended.then(() => false)])))
    throw new Error(`nginx did not start: ${await readFile(errors, 'utf8').catch(() => 'is it installed?')}`);
  return {
    ask: (address, asked) => askOver(url + address, asked),
    askPlain: (address, asked) => askOver(`http://127.0.0.1:${plain}${address}`, asked),
    async logged() {
      const files = [errors, siteErrors(folder), accesses(folder)];
      return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What the site's own part of the configuration logs. */
const siteErrors = (folder: string) => path.join(folder, 'site-error.log');

const accesses = (folder: string) => path.join(folder, 'access.log');

interface Places {
  folder: string;
  siteUrl: string;
  plain: number;
  secure: number;
}

async function siteConfiguration({ folder, siteUrl, plain, secure }: Places): Promise<string> {
  const text = await readFile(path.join(DEPLOY, 'nginx-site.conf'), 'utf8');
  return replaced(text, {
    '127.0.0.1:3000': new URL(siteUrl).host,
    'listen 80': `listen 127.0.0.1:${plain}`,
    'listen 443 ': `listen 127.0.0.1:${secure} `,
    'listen [::]:80;': '',
    'listen [::]:80 default_server;': '',
    'listen [::]:443 ssl http2;': '',
    'listen [::]:443 ssl http2 default_server;': '',
    '/etc/letsencrypt/live/videos.example/': `${folder}/`,
    '/var/cache/vesper-nginx': `${folder}/cache`,
    '/srv/vesper/deploy/': `${folder}/deploy/`,
    '/var/log/nginx/error.log': siteErrors(folder),
  });
}

/** Throws if something to be replaced is not there: then the test would ask another configuration. */
function replaced(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The shipped configuration does not contain "${from}".`);
    return changed.replaceAll(from, to);
  }, text);
}

/** What Debian's own nginx.conf says around a site, as far as it matters here. */
function mainConfiguration(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log ${accesses(folder)};
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  types { video/mp4 mp4; }
  gzip on;
  include ${folder}/site.conf;
}
`;
}

function makeCertificate(folder: string): void {
  const names = ['-subj', `/CN=${SITE_NAME}`, '-addext', `subjectAltName=DNS:${SITE_NAME}`];
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, ...files], { stdio: 'ignore' });
}

function askOver(
  url: string,
  { method = 'GET', headers = {}, servername = SITE_NAME, from, body }: Asked = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = {
      ...{ method, servername, agent: false, rejectUnauthorized: false },
      headers: { host: SITE_NAME, ...headers },
      ...(from ? { localAddress: from } : {}),
    };
    const ask = url.startsWith('https:') ? request : requestPlain;
    const asking = ask(url, options, async (response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of response) chunks.push(chunk);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      } catch (error) {
        reject(error);
      }
      asking.destroy();
    }).on('error', reject);
    if (body && headers['content-length']) asking.write(body);
    else asking.end(body);
  });
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
