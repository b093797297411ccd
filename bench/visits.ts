/** What visitors of a benchmark ask of a site, over HTTP. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { type Call, callUrl } from '@vesper/contract';
import type { Random } from './catalogue/random.ts';

export interface Visit {
  kind: string;
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  body: Buffer;
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/**
 * Longer than any answer takes. An agent without a time of its own keeps idle connections for ever, whatever the site
 * says, and writes to some just as the site closes them.
 */
const AGENT_MS = 100_000;
export const FILM_BYTES = 'bytes=0-999999';

export function visitorsAgent(maxSockets: number): Agent {
  return new Agent({ keepAlive: true, maxSockets, timeout: AGENT_MS });
}

export function call(kind: string, route: Call, id: string): Visit {
  return { kind, path: callUrl(route, { id }) };
}

export function oneOf(values: readonly string[], random: Random): string {
  return values[Math.floor(random() * values.length)] ?? '';
}

/** The whole answer, whatever its status. */
export function ask(
  { url, agent, random }: { url: string; agent: Agent; random: Random },
  { method = 'GET', path, headers }: Omit<Visit, 'kind'>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      {
        method,
        agent,
        headers: {
          'user-agent': BROWSER,
          'accept-encoding': 'identity',
          'x-forwarded-for': anyAddress(random),
          ...headers,
        },
      },
      (response) => readAll(response).then(resolve, reject),
    );
    sent.on('error', reject).end();
  });
}

/** Each request comes from a network of its own, so that none meets a visitor's limits. */
function anyAddress(random: Random): string {
  const part = () => Math.floor(random() * 256);
  return `10.${part()}.${part()}.${part()}`;
}

async function readAll(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks) };
}
