import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CountingServer,
  type HostileSite,
  startCountingServer,
  startHostileSite,
} from '../../../../test/hostile-site.ts';
import { parseOutboundAllow } from './address-guard.ts';
import { type EgressLimits, type EgressProxy, startEgressProxy } from './egress-proxy.ts';

let site: HostileSite;
let secret: CountingServer;
let proxies: EgressProxy[] = [];

beforeAll(async () => {
  site = await startHostileSite();
});
beforeEach(async () => {
  secret = await startCountingServer();
});
afterEach(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
  proxies = [];
  await secret.close();
});
afterAll(() => site.close());

async function newProxy(limits: Partial<EgressLimits> = {}): Promise<EgressProxy> {
  const proxy = await startEgressProxy({
    allow: parseOutboundAllow(site.hostAndPort),
    maxBytes: 10_000_000,
    maxDurationMs: 60_000,
    connectTimeoutMs: 300,
    ...limits,
  });
  proxies.push(proxy);
  return proxy;
}

interface Ask {
  method?: string;
  headers?: Record<string, string>;
  credential?: string | undefined;
  body?: string;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function credentialOf(proxy: EgressProxy): string {
  const { username, password } = new URL(proxy.url);
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** In absolute form, as to a proxy. */
async function ask(proxy: EgressProxy, url: string, options: Ask = {}): Promise<Answer> {
  const { port } = new URL(proxy.url);
  const credential = 'credential' in options ? options.credential : credentialOf(proxy);
  const headers = { ...options.headers, ...(credential ? { 'proxy-authorization': credential } : {}) };
  const method = options.method ?? 'GET';
  const request = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
  request.end(options.body);
  const [response] = await once(request, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

interface Tunnel {
  status: number;
  /** A refusal's body. */
  sentence: string;
  socket: Socket;
}

async function openTunnel(
  proxy: EgressProxy,
  authority: string,
  credential = credentialOf(proxy),
): Promise<Tunnel> {
  const { port } = new URL(proxy.url);
  const headers = { 'proxy-authorization': credential };
  const request = httpRequest({ host: '127.0.0.1', port, method: 'CONNECT', path: authority, headers });
  request.end();
  const [response, socket, head] = await once(request, 'connect');
  const sentence = response.statusCode === 200 ? '' : head.toString() + (await text(socket));
  return { status: response.statusCode, sentence, socket };
}

/** A cut connection may end with an error. */
function closing(socket: Socket): Promise<void> {
  socket.on('error', () => undefined).resume();
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

const NOBODY = { address: '2fff:ffff::1', family: 6 };
const PRIVATE = { address: '127.0.0.1', family: 4 };

describe('what passes', () => {
  it('is a request to an allowed place, without hop-by-hop headers', async () => {
    const proxy = await newProxy();
    const headers = { 'x-plain': 'kept', connection: 'x-dropped', 'x-dropped': '1', 'proxy-connection': 'x' };
    const answer = await ask(proxy, `${site.origin}/page-without-video?a=1`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('There is no video here.');
    const seen = site.requests.at(-1);
    expect(seen?.path).toBe('/page-without-video?a=1');
    expect(seen?.headers).toMatchObject({ 'x-plain': 'kept', host: site.hostAndPort });
    for (const name of ['proxy-authorization', 'proxy-connection', 'x-dropped']) {
      expect(seen?.headers).not.toHaveProperty(name);
    }
    expect(proxy.refusal).toBeUndefined();
  });

  it('is the answer unchanged: status, redirect, packed bytes, ranges', async () => {
    const proxy = await newProxy();
    const redirect = await ask(proxy, `${site.origin}/redirect-private`);
    expect(redirect).toMatchObject({ status: 302, headers: { location: 'http://10.0.0.1/' } });
    expect((await ask(proxy, `${site.origin}/status/404`)).status).toBe(404);
    expect((await ask(proxy, `${site.origin}/coding/gzip`)).headers['content-encoding']).toBe('gzip');
    const part = await ask(proxy, `${site.origin}/good.mp4`, { headers: { range: 'bytes=99990-' } });
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 99990-99999/100000' } });
    const head = await ask(proxy, `${site.origin}/good.mp4`, { method: 'HEAD' });
    expect(head).toMatchObject({ body: '', headers: { 'content-length': String(site.video.length) } });
    expect(proxy.refusal).toBeUndefined();
  });

  it('is a tunnel to an allowed place, both ways', async () => {
    const { status, socket } = await openTunnel(await newProxy(), site.hostAndPort);
    expect(status).toBe(200);
    socket.end(`GET /page-without-video HTTP/1.1\r\nhost: ${site.hostAndPort}\r\nconnection: close\r\n\r\n`);
    expect(await text(socket)).toContain('There is no video here.');
  });
});

describe('what is refused', () => {
  it('is a program without this run’s credential', async () => {
    const proxy = await newProxy();
    const other = await newProxy();
    const url = `${site.origin}/page-without-video`;
    const before = site.requests.length;
    for (const credential of [undefined, 'Basic cnVuOng=', credentialOf(other)]) {
      const answer = await ask(proxy, url, { credential });
      expect(answer).toMatchObject({ status: 407, headers: { 'proxy-authenticate': 'Basic realm="run"' } });
      expect(answer.body).toBe('This proxy serves one run of one program and requires its credential.\n');
    }
    expect(await openTunnel(proxy, site.hostAndPort, 'Basic x')).toMatchObject({ status: 407 });
    expect(site.requests.length).toBe(before);
    expect(proxy.refusal).toBeUndefined();
  });

  it.each([
    ['http://10.0.0.1/', '10.0.0.1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://169.254.169.254/latest/', '169.254.169.254'],
  ])('is the private %s, asked for or tunnelled to', async (url, shown) => {
    const expected = `The address leads to a private network address (${shown}), which is not allowed.`;
    const proxy = await newProxy({ tunnelPorts: [80] });
    expect(await ask(proxy, url)).toMatchObject({ status: 403, body: `${expected}\n` });
    expect(proxy.refusal).toMatchObject({ code: 'private_address', message: expected });
    const authority = url.replace(/^http:\/\/([^/]+).*/, '$1:80');
    expect(await openTunnel(proxy, authority)).toMatchObject({ status: 403, sentence: `${expected}\n` });
  });

  it('is a name with a private address, at once or when resolved again', async () => {
    let asked = 0;
    const proxy = await newProxy({
      ports: [secret.port],
      tunnelPorts: [secret.port],
      resolveHost: async (name) => {
        asked += 1;
        if (name === 'mixed.test') return [NOBODY, PRIVATE];
        return asked === 1 ? [NOBODY] : [PRIVATE];
      },
    });
    const rebinding = `http://rebinding.test:${secret.port}/`;
    expect((await ask(proxy, rebinding)).status).toBe(502);
    expect((await ask(proxy, rebinding)).status).toBe(403);
    expect((await openTunnel(proxy, `rebinding.test:${secret.port}`)).status).toBe(403);
    expect((await ask(proxy, `http://mixed.test:${secret.port}/`)).status).toBe(403);
    expect((await openTunnel(proxy, `mixed.test:${secret.port}`)).status).toBe(403);
    expect(secret.connections).toBe(0);
  });

  it.each([
    ['example.test:80', 'Port 80 is not allowed; only 443 is.'],
    ['example.test', 'A tunnel must be requested as host:port.'],
    ['example.test:443/path', 'A tunnel must be requested as host:port.'],
  ])('is a tunnel to %s', async (authority, sentence) => {
    const answer = await openTunnel(await newProxy(), authority);
    expect(answer).toMatchObject({ status: 403, sentence: `${sentence}\n` });
  });

  it.each([
    ['GET', 'http://example.test:6379/', 'Port 6379 is not allowed; only 80 and 443 are.'],
    [
      'GET',
      'http://me:secret@example.test/',
      'An address with a user name or a password in it is not fetched.',
    ],
    ['GET', 'https://example.test/', 'This proxy accepts only requests for http addresses, and tunnels.'],
    ['GET', '/a/path', 'This proxy accepts only requests for http addresses, and tunnels.'],
    ['DELETE', 'http://example.test/', 'This proxy allows only GET, HEAD and POST.'],
  ])('is %s %s', async (method, url, sentence) => {
    expect(await ask(await newProxy(), url, { method })).toMatchObject({
      status: 403,
      body: `${sentence}\n`,
    });
  });
});

describe('a run', () => {
  it('ends after too many bytes in all', async () => {
    const proxy = await newProxy({ maxBytes: 250_000 });
    const url = `${site.origin}/good.mp4`;
    await ask(proxy, url);
    await ask(proxy, url);
    await expect(ask(proxy, url)).rejects.toThrow();
    expect(proxy.refusal).toMatchObject({ code: 'too_large' });
    expect(proxy.refusal?.message).toBe('The file is larger than the 250.0 KB allowed.');
    await expect(ask(proxy, `${site.origin}/page-without-video`)).rejects.toThrow();
  });

  it('counts the bytes of a tunnel too', async () => {
    const proxy = await newProxy({ maxBytes: 50_000 });
    const { socket } = await openTunnel(proxy, site.hostAndPort);
    const closed = closing(socket);
    socket.write(`GET /good.mp4 HTTP/1.1\r\nhost: ${site.hostAndPort}\r\n\r\n`);
    await closed;
    expect(socket.bytesRead).toBeLessThan(60_000);
    expect(proxy.refusal).toMatchObject({ code: 'too_large' });
  });

  it('ends after its time, even if a server never ends', async () => {
    const proxy = await newProxy({ maxDurationMs: 400 });
    const { socket } = await openTunnel(proxy, site.hostAndPort);
    const closed = closing(socket);
    await expect(ask(proxy, `${site.origin}/dribble.mp4`)).rejects.toThrow();
    await closed;
    expect(proxy.refusal).toMatchObject({
      code: 'too_long',
      message: 'The transfer took longer than 0.4 seconds.',
    });
  });
});
