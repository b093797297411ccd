import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

export const LIBRETRANSLATE_TEST_KEY = 'a key for tests';
/** Longer requests are refused, as public servers do. */
const CHAR_LIMIT = 200_000;
const WORDS: Record<string, string> = {
  blue: 'azul',
  red: 'rojo',
  slow: 'lento',
  chart: 'mapa',
  test: 'prueba',
};

interface Answer {
  status: number;
  /** Text is sent as it is, anything else as JSON. */
  body: unknown;
}

export type LibreTranslateServer = Awaited<ReturnType<typeof startLibreTranslateServer>>;

/** A server that speaks LibreTranslate's protocol on loopback, and a few words of Spanish. */
export async function startLibreTranslateServer({ needsKey = false } = {}) {
  const state = {
    /** The texts of each translated request. */
    requests: [] as string[][],
    /** Sent to the next requests instead, in turn. */
    answers: [] as Answer[],
    /** Awaited before each answer. */
    gate: async () => {},
  };
  async function answerTo(request: IncomingMessage): Promise<Answer> {
    if (request.method === 'GET' && request.url === '/languages') return { status: 200, body: languages() };
    if (request.method !== 'POST' || request.url !== '/translate')
      return { status: 404, body: { error: 'Not found' } };
    const body = (await json(request)) as Record<string, unknown>;
    await state.gate();
    const instead = state.answers.shift();
    if (instead) return instead;
    if (needsKey && body.api_key !== LIBRETRANSLATE_TEST_KEY)
      return { status: 403, body: { error: 'Invalid API key' } };
    return translate(body, state.requests);
  }
  const { origin, close } = await listenOnLoopback(async (request, response) => {
    const { status, body } = await answerTo(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return Object.assign(state, { url: origin, close });
}

function translate({ q, source, target, format }: Record<string, unknown>, requests: string[][]): Answer {
  const refused = (status: number, error: string) => ({ status, body: { error } });
  if (source !== 'en' || !['es', 'zh-Hans'].includes(String(target)))
    return refused(400, `${target} is not supported`);
  if (format !== 'text') return refused(400, 'Invalid format');
  const texts = Array.isArray(q) ? q.map(String) : [String(q)];
  if (texts.join('').length > CHAR_LIMIT) return refused(400, 'Invalid request: exceeds text limit');
  requests.push(texts);
  if (texts.some((text) => text.includes('unspeakable')))
    return refused(500, 'Cannot translate text: it broke');
  const translated = texts.map((text) =>
    text.replace(/[a-z]+/gi, (word) => WORDS[word.toLowerCase()] ?? word),
  );
  return { status: 200, body: { translatedText: Array.isArray(q) ? translated : translated[0] } };
}

function languages() {
  const names = { en: 'English', es: 'Spanish', 'zh-Hans': 'Chinese' };
  return Object.entries(names).map(([code, name]) => ({ code, name, targets: Object.keys(names) }));
}
