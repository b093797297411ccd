import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const SITE_NAME = 'videos.example';
const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  /** In the TLS handshake. */
  servername?: string;
  /** A local address: each is another visitor. */
  from?: string;
  /** With a larger `content-length` the rest never comes. */
  body?: Buffer;
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type ShippedNginx = Awaited<ReturnType<typeof startShippedNginx>>;

/** Debian's nginx with `deploy/nginx-site.conf` before a site; other ports, folders and address, and `changes`. */
export async function startShippedNginx(
  siteUrl: string,
  dataDir: string,
  changes: Record<string, string> = {},
) {
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
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  }).then(() => {
    isOver = true;
  });
  const url = `https://127.0.0.1:${secure}`;
  while (!(await askOver(`${url}/assets/none`).catch(() => undefined))) {
    if (isOver)
      throw new Error(
        `nginx did not start: ${await readFile(errors, 'utf8').catch(() => 'is it installed?')}`,
      );
    await pause(50);
  }
  return {
    ask: (address: string, asked?: Asked) => askOver(url + address, asked),
    askPlain: (address: string, asked?: Asked) => askOver(`http://127.0.0.1:${plain}${address}`, asked),
    /** All of its logs. */
    async logged(): Promise<string> {
      const files = [errors, siteErrors(folder), accesses(folder)];
      return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const siteErrors = (folder: string) => path.join(folder, 'site-error.log');

const accesses = (folder: string) => path.join(folder, 'access.log');

async function siteConfiguration({
  folder,
  siteUrl,
  plain,
  secure,
}: Record<'folder' | 'siteUrl', string> & Record<'plain' | 'secure', number>): Promise<string> {
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

/** Throws if a text is missing, as the test would use another configuration. */
function replaced(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The shipped configuration does not contain "${from}".`);
    return changed.replaceAll(from, to);
  }, text);
}

/** As Debian's nginx.conf around a site. */
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
