import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Nginx {
  /** Serves the storage's folder itself, by sendfile. */
  plainUrl: string;
  /** Asks the site, and sends the file that it names. */
  accelUrl: string;
  pid: number;
  stop(): Promise<void>;
}

interface NginxOptions {
  /** For its configuration and temporary files. */
  folder: string;
  storageFolder: string;
  siteUrl: string;
}

const START_MS = 10_000;
const EXAMPLE = new URL('../../deploy/nginx-media.conf', import.meta.url);

/** One process of the system's nginx, to compare with one of ours. It uses the example's proxy configuration. */
export async function startNginx({ folder, storageFolder, siteUrl }: NginxOptions): Promise<Nginx> {
  const [plain, accel] = [await freePort(), await freePort()];
  await mkdir(folder, { recursive: true });
  const media = (await readFile(EXAMPLE, 'utf8')).replace('/var/lib/vesper/storage/', `${storageFolder}/`);
  const file = path.join(folder, 'nginx.conf');
  await writeFile(
    file,
    configuration({ folder, storageFolder, site: new URL(siteUrl).host, media, plain, accel }),
  );
  const errorLog = path.join(folder, 'error.log');
  const child = spawn('nginx', ['-c', file, '-p', folder, '-e', errorLog], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const isUp = Promise.all([plain, accel].map(untilOpen));
  if (!(await Promise.race([isUp.then(() => true), ended.then(() => false)]))) {
    throw new Error(
      `nginx did not start: ${await readFile(errorLog, 'utf8').catch(() => 'is it installed?')}`,
    );
  }
  return {
    plainUrl: `http://127.0.0.1:${plain}`,
    accelUrl: `http://127.0.0.1:${accel}`,
    pid: child.pid ?? 0,
    stop,
  };
}

interface Parts {
  folder: string;
  storageFolder: string;
  site: string;
  media: string;
  plain: number;
  accel: number;
}

function configuration({ folder, storageFolder, site, media, plain, accel }: Parts): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  types { video/mp4 mp4; }
  sendfile on;
  tcp_nopush on;
  upstream vesper { server ${site}; keepalive 32; }
  server {
    listen 127.0.0.1:${plain};
    location / { root ${storageFolder}; }
  }
  server {
    listen 127.0.0.1:${accel};
    ${media}
  }
}
`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function untilOpen(port: number): Promise<void> {
  for (const endAt = Date.now() + START_MS; Date.now() < endAt; await sleep(50)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
  }
  throw new Error(`nginx does not answer on port ${port}.`);
}
