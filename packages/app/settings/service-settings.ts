import { StartError } from '@vesper/core/lib/start-error.ts';
import type { AlertSettings } from '@vesper/site/operation';
import type { LibreTranslateSettings } from '@vesper/words/translations';
import { BARE_ADDRESS, bareUrl, type Env, matching, oneOf } from './read-setting.ts';

export interface TraceSettings {
  endpoint: string;
  /** Of requests and jobs that begin a trace, from 0 to 1. */
  share: number;
}

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const DEFAULT_SHARE = '0.05';
const BAD_SHARE = 'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.05.';

/** OTEL_*, by OpenTelemetry's names. */
export function readTraceSettings(env: Env): TraceSettings | undefined {
  const share = matching(
    env.OTEL_TRACES_SAMPLER_ARG || DEFAULT_SHARE,
    /^(?:[01]|[01]\.0*|0?\.\d+)$/,
    BAD_SHARE,
  );
  const given = env[ENDPOINT];
  return given
    ? { endpoint: bareUrl(ENDPOINT, given, 'http://127.0.0.1:4318'), share: Number(share) }
    : undefined;
}

const BAD_MAIL = 'ALERT_MAIL must be a bare address, for example operator@videos.example, or "off".';
const BAD_SECRET = 'ALERT_WEBHOOK_SECRET must have at least 16 characters.';

/** ALERT_*. Sentences never repeat the webhook, which may be secret. */
export function readAlertSettings(env: Env): AlertSettings {
  const secret = matching(env.ALERT_WEBHOOK_SECRET, /^.{16}/s, BAD_SECRET);
  const webhook = env.ALERT_WEBHOOK || undefined;
  if (webhook !== undefined && !/^https?:$/.test(URL.parse(webhook)?.protocol ?? ''))
    throw new StartError('ALERT_WEBHOOK must be an address that begins with https:// or http://.');
  if (secret !== undefined && webhook === undefined)
    throw new StartError('ALERT_WEBHOOK_SECRET signs what is sent to ALERT_WEBHOOK: set that too.');
  const mail = env.ALERT_MAIL === 'off' ? null : matching(env.ALERT_MAIL, BARE_ADDRESS, BAD_MAIL);
  return { mail, webhook, secret };
}

export type TranslatorSettings =
  | { name: 'apertium' }
  | { name: 'libretranslate'; server: LibreTranslateSettings }
  | undefined;

const BAD_KEY = 'LIBRETRANSLATE_API_KEY must be a key without spaces.';

/** TRANSLATOR and LIBRETRANSLATE_*. Sentences never repeat the key: they may be logged. */
export function readTranslatorSettings(env: Env): TranslatorSettings {
  const name = env.TRANSLATOR
    ? oneOf('TRANSLATOR', env.TRANSLATOR, ['apertium', 'libretranslate'])
    : undefined;
  const { LIBRETRANSLATE_URL: url, LIBRETRANSLATE_API_KEY: key } = env;
  if (name === 'libretranslate') {
    if (!url) throw new StartError('TRANSLATOR is libretranslate, but LIBRETRANSLATE_URL is not set.');
    return {
      name,
      server: {
        url: bareUrl('LIBRETRANSLATE_URL', url, 'http://127.0.0.1:5000'),
        apiKey: matching(key, /^[\x21-\x7e]{1,200}$/, BAD_KEY),
      },
    };
  }
  const stray = url ? 'LIBRETRANSLATE_URL' : key ? 'LIBRETRANSLATE_API_KEY' : undefined;
  if (stray) {
    const found = name ? `TRANSLATOR is ${name}` : 'TRANSLATOR is empty';
    throw new StartError(
      `${stray} is set and ${found}: set TRANSLATOR to libretranslate, or remove ${stray}.`,
    );
  }
  return name && { name };
}
