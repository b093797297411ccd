import { ORIGINAL_LANGUAGE } from '@vesper/contract';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import { readText, type SafeFetch, type SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { hasWords, matchLanguage, type Translator, TranslatorError } from './translator.ts';

export interface LibreTranslateSettings {
  /** "http://127.0.0.1:5000". */
  url: string;
  apiKey: string | undefined;
}

const LIST_TIMEOUT_MS = 20_000;
/** Answers once everything is translated. */
const TRANSLATE_TIMEOUT_MS = 300_000;
const MAX_ANSWER_BYTES = 8_000_000;

/** LibreTranslate's HTTP protocol. `fetch` may reach this private server: never use it for outside addresses. */
export function createLibreTranslate({ url, apiKey }: LibreTranslateSettings, fetch: SafeFetch): Translator {
  const address = (name: string) => `${url.replace(/\/+$/, '')}/${name}`;

  async function targets(signal: AbortSignal): Promise<string[]> {
    const times = { totalTimeoutMs: LIST_TIMEOUT_MS, headersTimeoutMs: LIST_TIMEOUT_MS };
    const answer = await ask(() => fetch(address('languages'), { ...times, signal }), signal);
    const english = Array.isArray(answer) && answer.find((one) => one?.code === ORIGINAL_LANGUAGE);
    if (!english) throw unreadable();
    const codes: unknown[] = Array.isArray(english.targets)
      ? english.targets
      : answer.map(({ code }) => code);
    return codes.filter((code): code is string => typeof code === 'string' && code !== ORIGINAL_LANGUAGE);
  }

  return {
    name: 'libretranslate',
    async supported(languageCodes, signal) {
      const known = await targets(signal);
      return languageCodes.filter((code) => matchLanguage(code, known) !== undefined);
    },
    async translate(texts, languageCode, signal) {
      const target = matchLanguage(languageCode, await targets(signal));
      if (target === undefined) {
        const sentence = `The LibreTranslate server cannot translate English into "${languageCode}".`;
        throw new TranslatorError('refused', sentence);
      }
      const wanted = texts.filter(hasWords);
      if (wanted.length === 0) return [...texts];
      const request = { q: wanted, source: ORIGINAL_LANGUAGE, target, format: 'text' };
      const answer = await ask(
        () =>
          fetch(address('translate'), {
            method: 'POST',
            headers: { 'content-type': 'application/json', accept: 'application/json' },
            requestBody: JSON.stringify(apiKey ? { ...request, api_key: apiKey } : request),
            totalTimeoutMs: TRANSLATE_TIMEOUT_MS,
            headersTimeoutMs: TRANSLATE_TIMEOUT_MS,
            signal,
          }),
        signal,
      );
      const translated = textsOf(answer, wanted.length)[Symbol.iterator]();
      return texts.map((text) => (hasWords(text) ? (translated.next().value ?? '') : text));
    },
  };
}

/** The answer's JSON. Throws TranslatorError for any other answer, and for none. */
// biome-ignore lint/suspicious/noExplicitAny: checked piece by piece
async function ask(request: () => Promise<SafeResponse>, signal: AbortSignal): Promise<any> {
  let response: SafeResponse;
  let text: string;
  try {
    response = await request();
    text = await readText(response, MAX_ANSWER_BYTES);
  } catch (error) {
    signal.throwIfAborted();
    const sentence = `The LibreTranslate server cannot be reached: ${errorMessage(error)}`;
    throw new TranslatorError('unavailable', sentence, { cause: error });
  }
  const answer = parse(text);
  if (response.status >= 200 && response.status < 300) {
    if (answer === undefined) throw unreadable();
    return answer;
  }
  throw refusal(response.status, answer);
}

/** 400 and 500 concern the text, 403 the key, others the server. */
function refusal(status: number, answer: unknown): TranslatorError {
  const said = (answer as { error?: unknown } | undefined)?.error;
  const words = typeof said === 'string' && said !== '' ? `: ${said.slice(0, 300)}` : '';
  const sentence = `The LibreTranslate server answered ${status}${words}`.replace(/\.?$/, '.');
  if (status === 400 || status === 413 || status === 500) return new TranslatorError('text', sentence);
  if (status === 401 || status === 403 || status === 404 || (status >= 300 && status < 400)) {
    return new TranslatorError('refused', `${sentence} Check LIBRETRANSLATE_URL and LIBRETRANSLATE_API_KEY.`);
  }
  return new TranslatorError('unavailable', sentence);
}

function textsOf(answer: { translatedText?: unknown }, count: number): string[] {
  const texts = answer?.translatedText;
  if (!Array.isArray(texts) || texts.length !== count || texts.some((text) => typeof text !== 'string'))
    throw new TranslatorError(
      'text',
      'The LibreTranslate server returned something that is not a translation.',
    );
  return texts;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(): TranslatorError {
  return new TranslatorError(
    'unavailable',
    'The server at LIBRETRANSLATE_URL is not a LibreTranslate server.',
  );
}
