import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { askAs } from '../../test/ask-as.ts';
import { listenOnLoopback } from '../../test/loopback.ts';

export type IndexNowEngine = Awaited<ReturnType<typeof startIndexNowEngine>>;

/**
 * Takes submissions on loopback as the protocol says (https://www.indexnow.org/documentation): it fetches the key from
 * the site at `siteUrl`, by the submission's host.
 */
export async function startIndexNowEngine(siteUrl: () => string) {
  const state = {
    /** Accepted submissions. */
    taken: [] as { host: string; addresses: string[] }[],
    /** All submissions. */
    arrived: 0,
    /** Sent to the next submissions instead, in turn. */
    answers: [] as { status: number; headers?: Record<string, string> }[],
    /** Awaited before each answer. */
    gate: async () => {},
  };
  async function statusFor(request: IncomingMessage): Promise<number> {
    const body = (await json(request)) as Record<string, unknown>;
    const { host, key, keyLocation, urlList } = body;
    if (request.method !== 'POST' || !/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      return 400;
    if (typeof host !== 'string' || typeof key !== 'string' || !Array.isArray(urlList)) return 400;
    const addresses = urlList.map((address) => new URL(address));
    if (addresses.length === 0 || addresses.length > 10_000) return 400;
    const location = new URL(String(keyLocation));
    if (!/^[a-zA-Z0-9-]{8,128}$/.test(key) || location.host !== host) return 422;
    if (addresses.some((address) => address.host !== host)) return 422;
    const file = await askAs(siteUrl(), host, location.pathname);
    if (file.status !== 200 || file.body.toString() !== key) return 403;
    state.taken.push({ host, addresses: addresses.map(({ href }) => href) });
    return 200;
  }
  const { hostAndPort, origin, close } = await listenOnLoopback(async (request, response) => {
    state.arrived += 1;
    const instead = state.answers.shift();
    const status = instead?.status ?? (await statusFor(request));
    await state.gate();
    response.writeHead(status, instead?.headers).end();
  });
  return Object.assign(state, { host: hostAndPort, endpoint: `${origin}/indexnow`, close });
}
