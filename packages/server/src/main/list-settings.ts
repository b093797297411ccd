import path from 'node:path';
import { type Setting, WORKING_SETTINGS, type WorkingSetting } from '@vesper/contract';
import type { RoomLimit } from '../kernel/lib/disk-watch.ts';
import { formatSize } from '../kernel/lib/source-error.ts';
import type { SettingRow } from '../site/settings/index.ts';
import type { Config } from './config.ts';
import { WRITTEN } from './working-settings.ts';

type Shown = string | number | boolean | null | undefined | readonly (string | number)[];

interface Description {
  about: string;
  /** The current value; null if there is none. For a secret, what may be shown of it. */
  value: (config: Config) => Shown;
  isSecret?: boolean;
  /** Where the value comes from if not from the environment; otherwise it is the default. */
  file?: (config: Config) => string;
}

type FieldName = { [Name in keyof Config]: Config[Name] extends Shown ? Name : never }[keyof Config];

const SET = 'set';
const bytesASecond = (bytes: number) => (bytes === 0 ? 'no limit' : `${bytes} bytes a second`);
const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
const formatRoom = ({ bytes, share }: RoomLimit) =>
  [bytes === undefined ? [] : formatSize(bytes), share === undefined ? [] : `${share * 100} %`]
    .flat()
    .join(' or ');
const list = (items: readonly unknown[]) => items.join(', ');

/** A setting that is a field of the configuration. */
const field = (name: FieldName, about: string): Description => ({ about, value: (config) => config[name] });

/** A secret, of which only this is shown. */
const secret = (about: string, value: Description['value']): Description => ({
  about,
  value,
  isSecret: true,
});

/** Every setting by group and name, in the order of docs/operations.md. */
const SETTINGS: Record<string, Record<string, Description>> = {
  'The process': {
    HOST: field('host', 'The address that it listens on'),
    PORT: field('port', 'The port'),
    ROLE: field('role', 'What it does: all, web or worker'),
    DATA_DIR: field('dataDir', 'Where everything is kept'),
    RUN_AS: field('runAs', 'The account that it switches to when started as root'),
    DATABASE_URL: secret(
      'The database server; without it the embedded one runs',
      ({ databaseUrl }) => databaseUrl && withoutLogin(databaseUrl),
    ),
    DATABASE_MIGRATE_URL: secret(
      'The role that applies migrations on an external server; the supervisor hides it from the site',
      ({ databaseMigrateUrl }) => databaseMigrateUrl && withoutLogin(databaseMigrateUrl),
    ),
    FORMER_DATABASE_URL: secret(
      'For a restore into a database on another server: the former one, which is only read',
      ({ formerDatabaseUrl }) => formerDatabaseUrl && withoutLogin(formerDatabaseUrl),
    ),
    TRUST_PROXY: {
      about: 'The proxies whose forwarding headers are trusted',
      value: ({ trustProxy }) => (Array.isArray(trustProxy) ? list(trustProxy) : null),
    },
    HSTS: field(
      'hsts',
      'What browsers that came over https may reach only by https: host, subdomains or preload',
    ),
    OTHER_HOSTS: field(
      'otherHosts',
      "What visitors get who come by a name that is no domain's: redirect (to the domain) or show (the page)",
    ),
    SEARCH_ENGINE_NETWORKS: {
      about: "The networks of search engines' crawlers, beside what their host names prove",
      value: ({ engineNetworks }) => list([...engineNetworks].map(([name, ranges]) => `${name}=${ranges}`)),
    },
    INDEXNOW_ENDPOINTS: {
      about: "The search engines' addresses that are told of changed pages (IndexNow); none by default",
      value: ({ indexNowEndpoints }) => list(indexNowEndpoints),
    },
    WEB_PROCESSES: field('webProcesses', 'How many processes the site runs in'),
    MAX_CONNECTIONS: field('maxConnections', 'How many connections at once the site is made for'),
    LOG_LEVEL: field('logLevel', 'How much is written to the log'),
    SLOW_QUERY_MS: {
      about: 'The log names queries of the database that take this many milliseconds',
      value: ({ slowQueryMs }) => slowQueryMs || 'off',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      about: 'The OpenTelemetry collector that traces are sent to; without it none are made',
      value: ({ traces }) => traces?.endpoint,
    },
    OTEL_TRACES_SAMPLER_ARG: {
      about: 'The share of requests and jobs that are traced, from 0 to 1',
      value: ({ traces }) => traces?.share,
    },
  },
  'Access and secrets': {
    ADMIN_USERNAME: {
      about: 'The name of the first administrator, created at the first start',
      value: ({ firstAdministrator }) => firstAdministrator.username,
    },
    ADMIN_PASSWORD: {
      about: 'The password of the first administrator; without it a random one is shown once',
      value: ({ firstAdministrator }) => firstAdministrator.password && SET,
      isSecret: true,
    },
    SIGNING_KEY: {
      about: 'Signs media addresses',
      value: ({ signingKey }) => signingKey && SET,
      isSecret: true,
      file: ({ dataDir }) => path.join(dataDir, 'secrets', 'signing-key'),
    },
    METRICS_TOKEN: {
      about: 'The token for reading /metrics from other machines',
      value: ({ metricsToken }) => metricsToken && SET,
      isSecret: true,
    },
  },
  'Storage and delivery': {
    STORAGE: { about: 'Where new files go: a folder or a bucket', value: ({ storage }) => storage.main },
    S3_BUCKET: { about: 'The bucket', value: ({ storage }) => storage.s3?.bucket },
    S3_ACCESS_KEY_ID: secret('The access key of the bucket', ({ storage }) => storage.s3 && SET),
    S3_SECRET_ACCESS_KEY: secret('The secret of that key', ({ storage }) => storage.s3 && SET),
    S3_ENDPOINT: { about: 'The server of the bucket', value: ({ storage }) => storage.s3?.endpoint },
    S3_REGION: { about: 'The region of the bucket', value: ({ storage }) => storage.s3?.region },
    S3_PREFIX: { about: 'The folder of the bucket', value: ({ storage }) => storage.s3?.prefix },
    S3_FORCE_PATH_STYLE: {
      about: 'Whether the bucket is part of the path of addresses',
      value: ({ storage }) => storage.s3?.forcePathStyle,
    },
    S3_ALLOW_HTTP: {
      about: 'Whether the server of the bucket may be plain http on another machine',
      value: ({ given }) => given.has('S3_ALLOW_HTTP') || null,
    },
    BACKUP_DIR: { about: 'The folder that backups go to', value: ({ backup }) => backup.directory },
    BACKUP_S3_BUCKET: {
      about: 'The bucket that backups go to',
      value: ({ backup }) => backup.bucket?.bucket,
    },
    BACKUP_S3_ACCESS_KEY_ID: secret('The access key of that bucket', ({ backup }) => backup.bucket && SET),
    BACKUP_S3_SECRET_ACCESS_KEY: secret('The secret of that key', ({ backup }) => backup.bucket && SET),
    BACKUP_S3_ENDPOINT: {
      about: 'The server of that bucket',
      value: ({ backup }) => backup.bucket?.endpoint,
    },
    BACKUP_S3_REGION: { about: 'The region of that bucket', value: ({ backup }) => backup.bucket?.region },
    BACKUP_S3_PREFIX: { about: 'The folder of that bucket', value: ({ backup }) => backup.bucket?.prefix },
    BACKUP_S3_FORCE_PATH_STYLE: {
      about: 'Whether that bucket is part of the path of addresses',
      value: ({ backup }) => backup.bucket?.forcePathStyle,
    },
    BACKUP_S3_ALLOW_HTTP: {
      about: 'Whether the server of that bucket may be plain http on another machine',
      value: ({ given }) => given.has('BACKUP_S3_ALLOW_HTTP') || null,
    },
    BACKUP_KEY: secret('What backups are encrypted with', ({ backup }) => backup.key && SET),
    BACKUP_KEY_FILE: {
      about: 'The file with that key',
      value: ({ given }) => given.get('BACKUP_KEY_FILE'),
    },
    BACKUP_TIME: { about: 'When a backup is made every day', value: ({ backup }) => backup.time },
    BACKUP_VERIFY_DAYS: {
      about: 'After how many days a backup is verified by restoring it',
      value: ({ backup }) => backup.verifyDays,
    },
    BACKUP_KEEP: {
      about: 'Of how many days, weeks and months backups are kept',
      value: ({ backup: { keep } }) => `${keep.daily} daily, ${keep.weekly} weekly, ${keep.monthly} monthly`,
    },
    MEDIA_ACCEL: { about: 'Who sends files to visitors', value: ({ delivery }) => delivery.accel.kind },
    MEDIA_ACCEL_PREFIX: {
      about: 'The internal address of files in nginx',
      value: ({ delivery: { accel } }) => (accel.kind === 'x-accel' ? accel.prefix : null),
    },
    MEDIA_DIRECT: {
      about: 'Whether visitors fetch from the bucket itself',
      value: ({ delivery }) => onOff(delivery.isDirect),
    },
    MEDIA_RATE_LIMIT: {
      about: "The limit for each visitor's network",
      value: ({ delivery }) => bytesASecond(delivery.rateLimit),
    },
    MEDIA_CONNECTION_LIMIT: {
      about: "How many films a visitor's network may be sent at once",
      value: ({ delivery }) => delivery.connectionLimit || 'no limit',
    },
    DISK_WARN_BELOW: {
      about: 'With less free room than this on a disk there is a warning',
      value: ({ diskWarnBelow }) => formatRoom(diskWarnBelow),
    },
    DISK_STOP_BELOW: {
      about: 'With less free room than this, downloads wait',
      value: ({ diskStopBelow }) => formatRoom(diskStopBelow),
    },
    HIDE_ON_RECEIPT: field(
      'hideOnReceipt',
      'Kinds of notices that hide what they name before their senders have confirmed them',
    ),
    SECOND_REVIEW: field(
      'secondReview',
      'Acts on notices that one administrator proposes and another must confirm',
    ),
    QUARANTINE_DAYS: field(
      'quarantineDays',
      'For how many days files of videos that were taken off the site are kept',
    ),
  },
  'Crawling and downloads': {
    TIME_ZONE: field('timeZone', 'The zone of the schedule'),
    CRAWL_TIME: field('crawlTime', 'When the crawler starts every day'),
    CRAWL_TARGET: field('crawlTarget', 'How many videos a scheduled run brings at most'),
    CRAWL_TRIES: field('crawlTries', 'How many addresses of one source a run tries at most'),
    DUMP_MAX_MEGABYTES: {
      about: "The limit of a source's dump, unpacked",
      value: ({ dumpMaxBytes }) => dumpMaxBytes / 1024 ** 2,
    },
    CRAWLER_CONTACT: field(
      'crawlerContact',
      "What the crawler's user agent names as the contact; else the default domain",
    ),
    OUTBOUND_ALLOW: {
      about: 'Private addresses that may be fetched',
      value: ({ given }) => given.get('OUTBOUND_ALLOW'),
    },
    DOWNLOAD_CONCURRENCY: field('downloadConcurrency', 'How many downloads a worker does at once'),
    DOWNLOAD_RATE_LIMIT: {
      about: 'The limit of all downloads of a worker together',
      value: ({ downloadRateLimit }) => bytesASecond(downloadRateLimit),
    },
    YTDLP_PATH: field('ytdlpPath', 'The yt-dlp program'),
    YTDLP_EXTRACTORS: field('ytdlpExtractors', 'The yt-dlp extractors that may be used'),
    EMBED_PROVIDERS: {
      about: 'The providers whose players pages may embed',
      value: ({ embedProviders }) => list(embedProviders.origins),
    },
  },
  Media: {
    HLS: { about: 'Whether streams in several qualities are made', value: ({ hls }) => onOff(hls) },
    HLS_HEIGHTS: field('hlsHeights', 'Those qualities'),
    SOURCE_STREAM_HEIGHT: field('sourceStreamHeight', 'The best quality fetched of a stream at a source'),
    MEDIA_CONCURRENCY: field('mediaConcurrency', 'How many steps of published videos a worker does at once'),
    MEDIA_THREADS: field('mediaThreads', 'How many threads ffmpeg may use for one video'),
  },
  Translation: {
    TRANSLATOR: {
      about: 'What translates titles and descriptions',
      value: ({ translator }) => translator?.name,
    },
    LIBRETRANSLATE_URL: {
      about: 'The LibreTranslate server',
      value: ({ translator }) => (translator?.name === 'libretranslate' ? translator.server.url : null),
    },
    LIBRETRANSLATE_API_KEY: {
      about: 'The key of that server',
      value: ({ translator }) =>
        translator?.name === 'libretranslate' && translator.server.apiKey ? SET : null,
      isSecret: true,
    },
  },
  Mail: {
    SMTP_URL: secret(
      'The mail server; without it mails wait in the outbox',
      ({ smtp }) => smtp && `${smtp.host}:${smtp.port}`,
    ),
    MAIL_FROM: field('mailFrom', 'The sender of all mails; else no-reply at the domain'),
    ALERT_MAIL: {
      about: "The address that alerts are mailed to; else the default domain's contact address",
      value: ({ alerts }) => (alerts.mail === null ? 'off' : alerts.mail),
    },
    ALERT_WEBHOOK: secret(
      'The address that is told of what needs a person',
      ({ alerts }) => alerts.webhook && SET,
    ),
    ALERT_WEBHOOK_SECRET: secret('Signs what is sent to it', ({ alerts }) => alerts.secret && SET),
  },
};

/** The names of those that are no secrets. */
export const OPEN_SETTINGS: ReadonlySet<string> = new Set(
  Object.values(SETTINGS).flatMap((group) =>
    Object.entries(group).flatMap(([name, { isSecret }]) => (isSecret ? [] : [name])),
  ),
);

/** The settings in force in this process and where they come from, without secrets. */
export function listSettings(config: Config, stored: readonly SettingRow[] = []): Setting[] {
  const rows = new Map(stored.map((row) => [row.name, row]));
  return Object.entries(SETTINGS).flatMap(([group, settings]) =>
    Object.entries(settings).map(([name, { about, value, isSecret = false, file }]) => {
      const isGiven = config.given.has(name);
      const told = file && !isGiven ? file(config) : value(config);
      return {
        ...{ name, group, about, isSecret },
        value: Array.isArray(told) ? list(told) : String(told ?? ''),
        origin: isGiven
          ? 'environment'
          : file
            ? 'file'
            : rows.get(name)?.value != null
              ? 'stored'
              : 'default',
        change: isWorking(name) ? changeOf(config, name, rows.get(name)) : null,
      } as const;
    }),
  );
}

function isWorking(name: string): name is WorkingSetting {
  return WORKING_SETTINGS.some((one) => one === name);
}

function changeOf(config: Config, name: WorkingSetting, row: SettingRow | undefined): Setting['change'] {
  return {
    written: WRITTEN[name](config),
    version: row?.version ?? 0,
    by: row?.changed_by ?? null,
    at: row?.changed_at.toISOString() ?? null,
  };
}

/** Host and name of a database, without the login. */
function withoutLogin(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
