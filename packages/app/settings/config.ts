import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type FirstAdministrator, usernameProblem } from '@vesper/access/sessions';
import { CASE_KIND_FORMS, copyright, counterNotice, PASSWORD_LENGTH, SECOND_REVIEWS } from '@vesper/contract';
import { HSTS_VALUES, type Hsts } from '@vesper/core/http/security-headers.ts';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import {
  isThisMachine,
  mayBePlain,
  type OutboundAllow,
  parseOutboundAllow,
} from '@vesper/core/lib/outbound/address-guard.ts';
import { isAddressRange } from '@vesper/core/lib/outbound/network-address.ts';
import { parseSmtpUrl } from '@vesper/core/lib/outbound/smtp-server.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { type EmbedProviders, parseEmbedProviders } from '@vesper/library/embeds';
import { type EngineNetworks, parseEngineNetworks } from '@vesper/site/crawlers';
import { OTHER_HOSTS } from '@vesper/site/domains';
import { readIndexNowEndpoints } from './index-now-endpoints.ts';
import {
  BARE_ADDRESS,
  type Env,
  matching,
  oneOf,
  orStartError,
  readRoom,
  wholeNumber,
  wordsOf,
} from './read-setting.ts';
import { readBackupSettings, readDeliverySettings, readStorageSettings } from './s3-settings.ts';
import { readAlertSettings, readTraceSettings, readTranslatorSettings } from './service-settings.ts';
import { readWorkingSettings } from './working-settings.ts';

/** As `list-settings.ts` describes them. Paths are absolute. */
export type Config = ReturnType<typeof readConfig>;

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];
/** Each web process has database connections, and the embedded server takes 200. */
const MOST_BY_DEFAULT = 16;
const LEAST_PASSWORD = 12;
const BAD_SENDER = 'MAIL_FROM must be a bare address, for example no-reply@videos.example.';
const BAD_CONTACT = 'CRAWLER_CONTACT must be an address without spaces.';
const ROLES = ['all', 'web', 'worker'] as const;

export function readConfig(env: Env, cwd: string) {
  const storage = readStorageSettings(env);
  const host = env.HOST || '127.0.0.1';
  const port = wholeNumber(env, 'PORT', 3000, [0, 65_535]);
  const outboundAllow = orStartError(parseOutboundAllow, env.OUTBOUND_ALLOW ?? '');
  return {
    ...{ host, port, outboundAllow, storage },
    role: oneOf('ROLE', env.ROLE || 'all', ROLES),
    runAs: matching(
      env.RUN_AS,
      /^[a-z_][\w.-]{0,31}\$?$/i,
      `RUN_AS is "${env.RUN_AS}": it must be an account's name.`,
    ),
    dataDir: path.resolve(cwd, env.DATA_DIR || 'data'),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    databaseMigrateUrl: readMigrateUrl(env),
    formerDatabaseUrl: readDatabaseUrl(env, 'FORMER_DATABASE_URL'),
    signingKey: matching(env.SIGNING_KEY, /^.{32}/s, 'SIGNING_KEY must have at least 32 characters.'),
    embedProviders: readEmbedProviders(env.EMBED_PROVIDERS, { host, port, outboundAllow }),
    firstAdministrator: readFirstAdministrator(env.ADMIN_USERNAME, env.ADMIN_PASSWORD),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    otherHosts: oneOf('OTHER_HOSTS', env.OTHER_HOSTS || 'redirect', OTHER_HOSTS),
    engineNetworks: readEngineNetworks(env.SEARCH_ENGINE_NETWORKS),
    indexNowEndpoints: readIndexNowEndpoints(env, outboundAllow),
    metricsToken: env.METRICS_TOKEN || undefined,
    hsts: oneOf('HSTS', env.HSTS || 'host', Object.keys(HSTS_VALUES) as Hsts[]),
    webProcesses: wholeNumber(
      env,
      'WEB_PROCESSES',
      Math.min(MOST_BY_DEFAULT, availableParallelism()),
      [1, 64],
    ),
    maxConnections: wholeNumber(env, 'MAX_CONNECTIONS', 5000, [10, 1_000_000]),
    timeZone: readTimeZone(env.TIME_ZONE),
    uploadMaxBytes: wholeNumber(env, 'UPLOAD_MAX_MEGABYTES', 8192, [1, 1_000_000]) * 1024 ** 2,
    dumpMaxBytes: wholeNumber(env, 'DUMP_MAX_MEGABYTES', 4096, [1, 1_000_000]) * 1024 ** 2,
    hideOnReceipt: readList(env, 'HIDE_ON_RECEIPT', HIDING_KINDS),
    secondReview: readList(env, 'SECOND_REVIEW', SECOND_REVIEWS),
    slowQueryMs: wholeNumber(env, 'SLOW_QUERY_MS', 1000, [0, 60_000]),
    traces: readTraceSettings(env),
    logLevel: oneOf('LOG_LEVEL', env.LOG_LEVEL || 'info', LOG_LEVELS),
    crawlerContact: matching(env.CRAWLER_CONTACT, /^[\x21-\x7e]{3,200}$/, BAD_CONTACT),
    smtp: env.SMTP_URL ? orStartError(parseSmtpUrl, env.SMTP_URL) : undefined,
    mailFrom: matching(env.MAIL_FROM, BARE_ADDRESS, BAD_SENDER),
    alerts: readAlertSettings(env),
    ytdlpPath: readYtdlpPath(env.YTDLP_PATH),
    ytdlpExtractors: readYtdlpExtractors(env.YTDLP_EXTRACTORS),
    backup: readBackupSettings(env),
    diskWarnBelow: readRoom('DISK_WARN_BELOW', env.DISK_WARN_BELOW, '10GB 10%'),
    diskStopBelow: readRoom('DISK_STOP_BELOW', env.DISK_STOP_BELOW, '1GB 2%'),
    delivery: readDeliverySettings(env, storage),
    ...readWorkingSettings(env),
    translator: readTranslatorSettings(env),
    /** Set in the environment; others have their defaults. */
    given: new Map(Object.entries(env).flatMap(([name, text]) => (text ? [[name, text]] : []))),
  };
}

function readDatabaseUrl(env: Env, name: string): string | undefined {
  return matching(env[name], /^postgres(ql)?:\/\//, `${name} must begin with postgres://.`);
}

function readMigrateUrl(env: Env): string | undefined {
  const url = readDatabaseUrl(env, 'DATABASE_MIGRATE_URL');
  if (url && !env.DATABASE_URL)
    throw new StartError('DATABASE_MIGRATE_URL needs DATABASE_URL: the embedded database has its own roles.');
  return url;
}

function readEngineNetworks(given = ''): EngineNetworks {
  try {
    return parseEngineNetworks(given);
  } catch (error) {
    throw new StartError(`SEARCH_ENGINE_NETWORKS ${errorMessage(error)}.`);
  }
}

/** Plain http only on this machine, where fetches may go anyway. */
function readEmbedProviders(
  given: string | undefined,
  own: { host: string; port: number; outboundAllow: OutboundAllow },
): EmbedProviders {
  return orStartError(() =>
    parseEmbedProviders(given ?? '', {
      mayBePlain: (hostname, port) => mayBePlain(own.outboundAllow, hostname, port),
      isOwn: (hostname, port) => port === own.port && (hostname === own.host || isThisMachine(hostname)),
    }),
  );
}

function readFirstAdministrator(given: string | undefined, password: string | undefined): FirstAdministrator {
  const username = given || 'admin';
  const problem = usernameProblem(username);
  if (problem) throw new StartError(`ADMIN_USERNAME ${problem}; not "${username}".`);
  // May be logged: without the password.
  if (password && (password.trim().length < LEAST_PASSWORD || password.length > PASSWORD_LENGTH))
    throw new StartError(`ADMIN_PASSWORD must have ${LEAST_PASSWORD} to ${PASSWORD_LENGTH} characters.`);
  return { username, password: password || undefined };
}

function readTrustProxy(text: string | undefined): boolean | string[] {
  if (!text || text === 'false') return false;
  const proxies = wordsOf(text);
  const wrong = proxies.find((proxy) => !isAddressRange(proxy));
  if (wrong) {
    throw new StartError(
      `TRUST_PROXY must list addresses of proxies, for example 127.0.0.1, 10.0.0.0/8; not "${wrong}".`,
    );
  }
  return proxies;
}

/** Only an administrator lifts a copyright notice, and a counter-notice wants its video back. */
const HIDING_KINDS = CASE_KIND_FORMS.map(({ kind }) => kind as string).filter(
  (kind) => kind !== copyright.kind && kind !== counterNotice.kind,
);

function readList<T extends string>(env: Env, name: string, allowed: readonly T[]): T[] {
  return wordsOf(env[name]).map((one) => oneOf(name, one, allowed));
}

function readTimeZone(given: string | undefined): string {
  const timeZone = given || 'UTC';
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    throw new StartError(`TIME_ZONE is "${timeZone}": it must be a name such as Europe/Berlin.`);
  }
}

function readYtdlpPath(given: string | undefined): string {
  const file = given || 'yt-dlp';
  if (!path.isAbsolute(file) && !/^[\w.][\w.-]*$/.test(file))
    throw new StartError(`YTDLP_PATH is "${file}": it must be an absolute path, or a name on the PATH.`);
  return file;
}

/** Never "all": each extractor is one more that a page can exploit. */
function readYtdlpExtractors(given: string | undefined): string[] {
  const names = wordsOf(given || 'generic,html5');
  const isName = (name: string) => /^[a-z0-9][a-z0-9:._-]{0,59}$/i.test(name);
  const wrong = names.find((name) => !isName(name) || /^(?:all|default|end)$/i.test(name));
  if (wrong === undefined) return names;
  throw new StartError(
    `YTDLP_EXTRACTORS must list names of yt-dlp's readers, for example generic, html5; not "${wrong}".`,
  );
}
