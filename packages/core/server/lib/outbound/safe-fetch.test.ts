import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CountingServer,
  type HostileSite,
  startCountingServer,
  startHostileSite,
} from '../../../../test/hostile-site.ts';
import { parseOutboundAllow } from './address-guard.ts';
import {
  createSafeFetch,
  readText,
  requireOk,
  type SafeFetchOptions,
  type SafeFetchSettings,
} from './safe-fetch.ts';
import { SourceError } from './source-error.ts';

let site: HostileSite;
let secret: CountingServer;
let openFetches: ReturnType<typeof createSafeFetch>[] = [];

beforeAll(async () => {
  site = await startHostileSite();
});
beforeEach(async () => {
  secret = await startCountingServer();
});
afterEach(async () => {
  await Promise.all(openFetches.map((one) => one.close()));
  openFetches = [];
  await secret.close();
});
afterAll(() => site.close());

function newFetch(settings: Partial<SafeFetchSettings> = {}) {
  const fetch = createSafeFetch({
    allow: parseOutboundAllow(site.hostAndPort),
    userAgent: 'TestBot/1.0',
    connectTimeoutMs: 300,
    ...settings,
  });
  openFetches.push(fetch);
  return fetch;
}

async function faultOf(work: Promise<unknown>): Promise<SourceError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
  throw new Error('It was expected to fail, and it did not.');
}

/** Counts as public, and no network routes it. */
const NOBODY = { address: '2fff:ffff::1', family: 6 };

/** Public on the first lookup, private afterwards. */
function changing() {
  let read = 0;
  return {
    family: 4,
    get address() {
      read += 1;
      return read === 1 ? NOBODY.address : '127.0.0.1';
    },
  };
}

describe('what may be asked', () => {
  it.each([
    ['http://10.0.0.1/', '10.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://１２７.0.0.1/', '127.0.0.1'],
    ['http://169.254.169.254/latest/meta-data/', '169.254.169.254'],
    ['http://[::1]/', '::1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://[64:ff9b::127.0.0.1]/', '64:ff9b::7f00:1'],
    ['http://[fe80::1]/', 'fe80::1'],
  ])('refuses the literal %s', async (url, shown) => {
    const resolved: string[] = [];
    const fetch = newFetch({
      resolveHost: async (name) => {
        resolved.push(name);
        return [];
      },
    });
    const fault = await faultOf(fetch(url));
    expect(fault.message).toBe(
      `The address leads to a private network address (${shown}), which is not allowed.`,
    );
    expect(fault).toMatchObject({ code: 'private_address', kind: 'permanent' });
    expect(resolved).toEqual([]);
  });

  it.each([
    ['ftp://example.test/', 'Only http and https addresses are fetched, not ftp.'],
    ['file:///etc/passwd', 'Only http and https addresses are fetched, not file.'],
    ['http://me:secret@example.test/', 'An address with a user name or a password in it is not fetched.'],
    ['http://example.test:6379/', 'Port 6379 is not allowed; only 80 and 443 are.'],
    ['no address', '"no address" is not an address.'],
  ])('refuses %s', async (url, sentence) => {
    const fault = await faultOf(newFetch()(url));
    expect(fault).toMatchObject({ message: sentence, code: 'bad_address', kind: 'permanent' });
  });

  it('refuses an address of 10 kB, and a name longer than any can be', async () => {
    const resolved: string[] = [];
    const resolveHost = async (name: string) => {
      resolved.push(name);
      return [];
    };
    const fetch = newFetch({ resolveHost });
    const long = await faultOf(fetch(`http://example.test/${'x'.repeat(10_000)}`));
    expect(long).toMatchObject({ code: 'bad_address', kind: 'permanent' });
    expect(long.message).toBe('An address of 10020 characters is longer than the 8000 allowed.');
    const name = await faultOf(fetch(`http://${'x'.repeat(300)}.test/`));
    expect(name.message).toBe('A host name of 305 characters is longer than the 253 allowed.');
    expect(resolved).toEqual([]);
  });

  it('reaches a private host and port allowed, and no other port of it', async () => {
    const fetch = newFetch();
    expect((await fetch(`${site.origin}/page-without-video`)).status).toBe(200);
    const fault = await faultOf(fetch(`http://127.0.0.1:${secret.port}/`));
    expect(fault.code).toBe('private_address');
    expect(secret.connections).toBe(0);
  });
});

describe('names', () => {
  it('refuses a name with a private address among its addresses', async () => {
    const fetch = newFetch({
      ports: [secret.port],
      resolveHost: async () => [NOBODY, { address: '127.0.0.1', family: 4 }],
    });
    const fault = await faultOf(fetch(`http://mixed.test:${secret.port}/`));
    expect(fault.message).toBe(
      'The address leads to a private network address (127.0.0.1), which is not allowed.',
    );
    expect(secret.connections).toBe(0);
  });

  it('resolves once per connection, so that a second answer cannot lead elsewhere', async () => {
    let asked = 0;
    const fetch = newFetch({
      ports: [secret.port],
      resolveHost: async () => {
        asked += 1;
        return asked === 1 ? [NOBODY] : [{ address: '127.0.0.1', family: 4 }];
      },
    });
    const url = `http://rebinding.test:${secret.port}/`;
    expect(['connect', 'timeout']).toContain((await faultOf(fetch(url))).code);
    expect(asked).toBe(1);
    expect((await faultOf(fetch(url))).code).toBe('private_address');
    expect(asked).toBe(2);
    expect(secret.connections).toBe(0);
  });

  it('checks the other end again before it sends anything', async () => {
    const fetch = newFetch({ ports: [secret.port], resolveHost: async () => [changing()] });
    const fault = await faultOf(fetch(`http://changing.test:${secret.port}/`));
    expect(fault.code).toBe('private_address');
    expect(secret).toMatchObject({ connections: 1, requests: 0 });
  });

  it('sends not even a TLS greeting to a private address', async () => {
    let connections = 0;
    let receivedBytes = 0;
    const listener = createTcpServer((socket) => {
      connections += 1;
      socket.on('data', (chunk) => {
        receivedBytes += chunk.length;
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const fetch = newFetch({ ports: [port], resolveHost: async () => [changing()] });
    expect((await faultOf(fetch(`https://changing.test:${port}/`))).code).toBe('private_address');
    await new Promise((resolve) => listener.close(resolve));
    expect({ connections, receivedBytes }).toEqual({ connections: 1, receivedBytes: 0 });
  });

  it('reports a name without an address', async () => {
    const none = await faultOf(newFetch({ resolveHost: async () => [] })('http://nowhere.test/'));
    expect(none).toMatchObject({ code: 'dns', kind: 'transient' });
    expect(none.message).toBe('The host name nowhere.test could not be resolved.');
    const refuse = async () => {
      throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    };
    const fault = await faultOf(newFetch({ resolveHost: refuse })('http://nowhere.test/'));
    expect(fault.message).toBe('The host name nowhere.test could not be resolved (ENOTFOUND).');
  });
});

describe('redirects', () => {
  it('does not follow one to a private server, by number or by name', async () => {
    const fetch = newFetch({
      ports: [secret.port],
      resolveHost: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    for (const host of ['127.0.0.1', 'innocent.test', '[::ffff:127.0.0.1]']) {
      const target = encodeURIComponent(`http://${host}:${secret.port}/`);
      const fault = await faultOf(fetch(`${site.origin}/redirect?to=${target}`));
      expect(fault.code).toBe('private_address');
    }
    expect(secret.connections).toBe(0);
  });

  it('detects a loop', async () => {
    const fault = await faultOf(newFetch()(`${site.origin}/redirect-loop`));
    expect(fault).toMatchObject({ code: 'redirect_loop', kind: 'permanent' });
    expect(fault.message).toBe(`The address redirects in a loop (${site.origin}/redirect-loop).`);
  });

  it('follows five at most', async () => {
    const fetch = newFetch();
    const response = await fetch(`${site.origin}/redirect-chain/5`);
    expect(response.url).toBe(`${site.origin}/redirect-chain/0`);
    expect(await readText(response, 1_000)).toBe('The end of the chain.');
    const fault = await faultOf(fetch(`${site.origin}/redirect-chain/6`));
    expect(fault).toMatchObject({ code: 'too_many_redirects', kind: 'permanent' });
    expect(fault.message).toBe('The address redirects more than 5 times.');
  });

  it('keeps secrets within an origin', async () => {
    const other = await startHostileSite();
    const fetch = newFetch({ allow: parseOutboundAllow(`${site.hostAndPort} ${other.hostAndPort}`) });
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-plain': 'kept' };
    const here = encodeURIComponent(`${site.origin}/page-without-video`);
    (await fetch(`${site.origin}/redirect?to=${here}`, { headers })).discard();
    expect(site.requests.at(-1)?.headers).toMatchObject(headers);
    const there = encodeURIComponent(`${other.origin}/page-without-video`);
    (await fetch(`${site.origin}/redirect?to=${there}`, { headers })).discard();
    expect(other.requests[0]?.headers).toMatchObject({ 'x-plain': 'kept', 'user-agent': 'TestBot/1.0' });
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(other.requests[0]?.headers).not.toHaveProperty('cookie');
    await other.close();
  });
});

describe('what comes before a request', () => {
  it('runs for each redirect, and not for a forbidden address', async () => {
    const seen: string[] = [];
    const beforeRequest = async (url: URL) => {
      seen.push(url.pathname);
    };
    await readText(await newFetch()(`${site.origin}/redirect-chain/2`, { beforeRequest }), 1000);
    expect(seen).toEqual(['/redirect-chain/2', '/redirect-chain/1', '/redirect-chain/0']);
    seen.length = 0;
    const private_ = newFetch()(`${site.origin}/redirect-private`, { beforeRequest });
    expect((await faultOf(private_)).code).toBe('private_address');
    expect(seen).toEqual(['/redirect-private']);
  });

  it('stops the request by what it throws', async () => {
    const before = site.requests.length;
    const beforeRequest = async () => {
      throw new SourceError('robots', 'No.');
    };
    expect((await faultOf(newFetch()(`${site.origin}/a`, { beforeRequest }))).message).toBe('No.');
    expect(site.requests).toHaveLength(before);
  });
});

describe('time', () => {
  async function readAll(path: string, options: SafeFetchOptions): Promise<string> {
    return readText(await newFetch()(site.origin + path, options), 1_000);
  }

  it.each<[string, string, SafeFetchOptions, string, RegExp]>([
    [
      ...(['headers that never come', '/never-headers', { headersTimeoutMs: 100 }] as const),
      ...(['timeout', /^The address did not answer within 0\.1 seconds\.$/] as const),
    ],
    [
      ...(['a body that stops', '/dribble.mp4', { idleTimeoutMs: 100, minBytesPerSecond: 0 }] as const),
      ...(['timeout', /^Nothing more arrived for 0\.1 seconds\.$/] as const),
    ],
    [
      ...(['a dribble', '/dribble.mp4', { minBytesPerSecond: 1_000, minRateWindowMs: 300 }] as const),
      ...([
        'too_slow',
        /^The transfer is too slow: \d bytes? a second, at least 1\.0 KB are needed\.$/,
      ] as const),
    ],
    [
      ...([
        'a long transfer with redirects',
        '/redirect?to=%2Fdribble.mp4',
        { totalTimeoutMs: 300 },
      ] as const),
      ...(['too_long', /^The transfer took longer than 0\.3 seconds\.$/] as const),
    ],
  ])('gives up on %s', async (_, path, options, code, sentence) => {
    const fault = await faultOf(readAll(path, options));
    expect(fault).toMatchObject({ code, kind: 'transient' });
    expect(fault.message).toMatch(sentence);
  });

  it('ends an unread body without crashing the process', async () => {
    const unread = async () => {
      const response = await newFetch()(`${site.origin}/dribble.mp4`, { totalTimeoutMs: 200 });
      await new Promise((resolve) => setTimeout(resolve, 400));
      return readText(response, 1_000);
    };
    expect((await faultOf(unread())).code).toBe('too_long');
  });

  it('ends with the signal’s reason, before, in and after the headers', async () => {
    const fetch = newFetch();
    const stop = new Error('The worker stops.');
    await expect(fetch(`${site.origin}/good.mp4`, { signal: AbortSignal.abort(stop) })).rejects.toBe(stop);
    const first = new AbortController();
    const waiting = fetch(`${site.origin}/never-headers`, { signal: first.signal });
    setTimeout(() => first.abort(stop), 50);
    await expect(waiting).rejects.toBe(stop);
    const second = new AbortController();
    const response = await fetch(`${site.origin}/dribble.mp4`, { signal: second.signal });
    setTimeout(() => second.abort(stop), 50);
    await expect(readText(response, 1_000)).rejects.toBe(stop);
  });
});

describe('size', () => {
  it('stops at the cap, on the wire and unpacked', async () => {
    const fetch = newFetch();
    const plain = await faultOf(
      fetch(`${site.origin}/good.mp4`, { maxBytes: 1_000 }).then((r) => readText(r, 1e6)),
    );
    expect(plain).toMatchObject({ code: 'too_large', kind: 'permanent' });
    expect(plain.message).toBe('The file is larger than the 1.0 KB allowed.');
    const early = await faultOf(
      fetch(`${site.origin}/good.mp4`).then((response) => readText(response, 2_000)),
    );
    expect(early.message).toBe('The file is larger than the 2.0 KB allowed.');
  });

  it.each(['/coding/bomb', '/coding/bomb-br'])('stops unpacking %s', async (path) => {
    const response = await newFetch()(site.origin + path, { maxBytes: 2_000_000 });
    expect(Number(response.headers['content-length'])).toBeLessThan(200_000);
    let unpacked = 0;
    const reading = async () => {
      for await (const chunk of response.body) unpacked += chunk.byteLength;
    };
    expect(await faultOf(reading())).toMatchObject({ code: 'too_large', kind: 'permanent' });
    expect(unpacked).toBeLessThanOrEqual(2_000_000);
  });

  it('stops at endless headers', async () => {
    const fault = await faultOf(newFetch()(`${site.origin}/endless-headers`));
    expect(fault).toMatchObject({ code: 'bad_response', kind: 'permanent' });
    expect(fault.message).toBe(`${site.hostAndPort} sent an answer that is not valid HTTP.`);
  });

  it.each([
    ['/coding/cut', 'truncated', /^The download stopped after \d+ bytes\.$/],
    ['/coding/broken', 'bad_encoding', /^The answer's gzip data is broken\.$/],
    ['/coding/broken-br', 'bad_encoding', /^The answer's br data is broken\.$/],
    ['/coding/unknown', 'bad_encoding', /^The answer has an unsupported encoding/],
    ['/video-half.mp4', 'truncated', /^The download stopped after 50\.0 KB of 100\.0 KB\.$/],
    ['/video-half-chunked.mp4', 'truncated', /^The download stopped after 50\.0 KB\.$/],
  ])('%s ends with a sentence', async (path, code, sentence) => {
    const fault = await faultOf(newFetch()(site.origin + path).then((response) => readText(response, 1e6)));
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(sentence);
  });
  it.each(['gzip', 'br', 'deflate', 'deflate-raw'])('%s is unpacked', async (coding) => {
    const response = await newFetch()(`${site.origin}/coding/${coding}`);
    const text = 'A text that is long enough to be cut in the middle. '.repeat(100);
    expect(await readText(response, 1e6)).toBe(text);
    expect(site.requests.at(-1)?.headers['accept-encoding']).toBe('gzip, deflate, br');
  });
});

describe('answers', () => {
  it.each([
    [404, 'permanent', 'The address answered 404 Not Found.'],
    [429, 'transient', 'The address answered 429 Too Many Requests.'],
    [503, 'transient', 'The address answered 503 Service Unavailable.'],
  ])('%i becomes a sentence', async (status, kind, sentence) => {
    const response = await newFetch()(`${site.origin}/status/${status}`);
    const fault = await faultOf(Promise.resolve().then(() => requireOk(response)));
    expect(fault).toMatchObject({
      code: 'http_status',
      kind,
      status,
      message: sentence,
      retryAfterMs: 1_000,
    });
  });
});

describe('other servers', () => {
  let server: Server | undefined;
  let tcp: ReturnType<typeof createTcpServer> | undefined;
  const sockets = new Set<Socket>();
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    tcp?.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });

  async function listenRaw(onConnection: (socket: Socket) => void): Promise<string> {
    tcp = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    await new Promise<void>((resolve) => tcp?.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(tcp.address() as AddressInfo).port}`;
  }

  it('reports a server that hangs up, talks nonsense, or has no certificate', async () => {
    const silent = await listenRaw((socket) => socket.end());
    let fault = await faultOf(newFetch({ allow: parseOutboundAllow(silent) })(`http://${silent}/`));
    expect(fault).toMatchObject({
      code: 'connect',
      message: `${silent} closed the connection before it answered.`,
    });
    tcp?.close();
    const babbling = await listenRaw((socket) => {
      socket.once('data', () => socket.end('220 mail ready\r\n\r\n'));
    });
    fault = await faultOf(newFetch({ allow: parseOutboundAllow(babbling) })(`http://${babbling}/`));
    expect(fault).toMatchObject({
      code: 'bad_response',
      message: `${babbling} sent an answer that is not valid HTTP.`,
    });
    fault = await faultOf(newFetch({ allow: parseOutboundAllow(babbling) })(`https://${babbling}/`));
    expect(fault).toMatchObject({ code: 'tls', kind: 'permanent' });
    expect(fault.message).toMatch(/^No secure connection to 127\.0\.0\.1:\d+ could be made \(\w+\)\.$/);
  });
});
