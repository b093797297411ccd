import path from 'node:path';
import { type Setting, WORKING_SETTINGS, type WorkingSetting } from '@vesper/contract';
import type { RoomLimit } from '@vesper/core/lib/files/disk-watch.ts';
import { formatSize } from '@vesper/core/lib/outbound/source-error.ts';
import type { S3Settings } from '@vesper/core/storage/s3-bucket.ts';
import type { SettingRow } from '@vesper/site/settings';
import type { Config } from './config.ts';
import { WRITTEN } from './working-settings.ts';

type Shown = string | number | boolean | null | undefined | readonly (string | number)[];

interface Description {
  about: string;
  /** Null if there is none; for a secret, what may be shown. */
  value: (config: Config) => Shown;
  isSecret?: boolean;
  /** Where the value comes from if not from the environment. */
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

const shown = (about: string, value: Description['value']): Description => ({ about, value });
const field = (name: FieldName, about: string) => shown(about, (config) => config[name]);
/** Only this value is shown. */
const secret = (about: string, value: Description['value']) => ({ about, value, isSecret: true });

function bucketSettings(
  prefix: string,
  use: string,
  bucketOf: (config: Config) => S3Settings | undefined,
): Record<string, Description> {
  const part = (about: string, name: keyof S3Settings) => shown(about, (config) => bucketOf(config)?.[name]);
  const isSet = (config: Config) => bucketOf(config) && SET;
  return {
    [`${prefix}BUCKET`]: part(`Bucket for ${use}`, 'bucket'),
    [`${prefix}ACCESS_KEY_ID`]: secret('Access key of that bucket', isSet),
    [`${prefix}SECRET_ACCESS_KEY`]: secret('Secret of that key', isSet),
    [`${prefix}ENDPOINT`]: part("Its server, such as https://s3.example; without it Amazon's", 'endpoint'),
    [`${prefix}REGION`]: part('Its region; required without an endpoint', 'region'),
    [`${prefix}PREFIX`]: part('Folder of the bucket, such as site/media; keep nothing else there', 'prefix'),
    [`${prefix}FORCE_PATH_STYLE`]: part('Whether addresses name the bucket in the path', 'forcePathStyle'),
    [`${prefix}ALLOW_HTTP`]: shown(
      'Set to true for a plain http endpoint on another machine',
      ({ given }) => given.has(`${prefix}ALLOW_HTTP`) || null,
    ),
  };
}

/** In the order of docs/settings.md. */
const SETTINGS: Record<string, Record<string, Description>> = {
  'The process': {
    HOST: field('host', 'Address to listen on'),
    PORT: field('port', 'Port to listen on; 0 takes a free one'),
    ROLE: field('role', 'What runs: web (the site), worker (jobs) or all'),
    DATA_DIR: field('dataDir', 'Folder for all data; a relative path starts at the project folder'),
    RUN_AS: field('runAs', 'Account to switch to when started as root; root stays root'),
    DATABASE_URL: secret(
      'Your PostgreSQL server (15 or newer), as postgres://...; without it the embedded one runs',
      ({ databaseUrl }) => databaseUrl && withoutLogin(databaseUrl),
    ),
    DATABASE_MIGRATE_URL: secret(
      'The same database as the role that owns it and applies migrations',
      ({ databaseMigrateUrl }) => databaseMigrateUrl && withoutLogin(databaseMigrateUrl),
    ),
    FORMER_DATABASE_URL: secret(
      'Former database, only read, for a restore into another one',
      ({ formerDatabaseUrl }) => formerDatabaseUrl && withoutLogin(formerDatabaseUrl),
    ),
    TRUST_PROXY: shown(
      'Addresses of proxies whose forwarding headers are trusted, such as 127.0.0.1, 10.0.0.0/8',
      ({ trustProxy }) => (Array.isArray(trustProxy) ? list(trustProxy) : null),
    ),
    HSTS: field(
      'hsts',
      'Names that browsers must use https for: host, subdomains (and the host), or preload',
    ),
    OTHER_HOSTS: field(
      'otherHosts',
      'Host names without a domain: redirect to one, or show the page with noindex',
    ),
    SEARCH_ENGINE_NETWORKS: shown(
      "More networks of search engines' crawlers, such as bing=198.51.100.0/24",
      ({ engineNetworks }) => list([...engineNetworks].map(([name, ranges]) => `${name}=${ranges}`)),
    ),
    INDEXNOW_ENDPOINTS: shown(
      'IndexNow endpoints to notify, at most 5, such as https://api.indexnow.org/indexnow',
      ({ indexNowEndpoints }) => list(indexNowEndpoints),
    ),
    WEB_PROCESSES: field('webProcesses', 'Number of web processes, 1 to 64'),
    MAX_CONNECTIONS: field('maxConnections', 'Concurrent connections to plan for, 10 to 1000000'),
    LOG_LEVEL: field('logLevel', 'Least severe level to log: debug, info, warn, error or silent'),
    SLOW_QUERY_MS: shown(
      'Log database queries that take at least this many milliseconds, 0 to 60000; 0 logs none',
      ({ slowQueryMs }) => slowQueryMs || 'off',
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: shown(
      'OpenTelemetry collector for traces, such as http://127.0.0.1:4318; it may be private',
      ({ traces }) => traces?.endpoint,
    ),
    OTEL_TRACES_SAMPLER_ARG: shown(
      'Share of requests and jobs to trace, 0 to 1',
      ({ traces }) => traces?.share,
    ),
  },
  'Access and secrets': {
    ADMIN_USERNAME: shown(
      'Name of the first administrator, created at the first start',
      ({ firstAdministrator }) => firstAdministrator.username,
    ),
    ADMIN_PASSWORD: secret(
      'Their password, at least 12 characters; without it a random one is printed once',
      ({ firstAdministrator }) => firstAdministrator.password && SET,
    ),
    SIGNING_KEY: {
      about: 'Signs media addresses, at least 32 characters; generated if not set',
      value: ({ signingKey }) => signingKey && SET,
      isSecret: true,
      file: ({ dataDir }) => path.join(dataDir, 'secrets', 'signing-key'),
    },
    METRICS_TOKEN: secret(
      'Token for /metrics and the details of /readyz',
      ({ metricsToken }) => metricsToken && SET,
    ),
  },
  'Storage and delivery': {
    STORAGE: shown(
      'Where new files go: fs (a folder of DATA_DIR) or s3 (the bucket)',
      ({ storage }) => storage.main,
    ),
    ...bucketSettings('S3_', 'video files', ({ storage }) => storage.s3),
    BACKUP_DIR: shown('Folder for backups, as an absolute path', ({ backup }) => backup.directory),
    ...bucketSettings('BACKUP_S3_', 'backups, instead of BACKUP_DIR', ({ backup }) => backup.bucket),
    BACKUP_KEY: secret(
      'Encrypts backups, at least 32 characters: openssl rand -base64 32',
      ({ backup }) => backup.key && SET,
    ),
    BACKUP_KEY_FILE: shown('File with that key, as an absolute path', ({ given }) =>
      given.get('BACKUP_KEY_FILE'),
    ),
    BACKUP_TIME: shown('When a worker makes the daily backup, in TIME_ZONE', ({ backup }) => backup.time),
    BACKUP_VERIFY_DAYS: shown(
      'Days between verified backups, 0 to 365; 0 verifies each',
      ({ backup }) => backup.verifyDays,
    ),
    BACKUP_KEEP: shown(
      'How many daily, weekly and monthly backups to keep',
      ({ backup: { keep } }) => `${keep.daily} daily, ${keep.weekly} weekly, ${keep.monthly} monthly`,
    ),
    MEDIA_ACCEL: shown(
      'Who sends files: off (Vesper), x-accel (nginx) or x-sendfile (Apache, lighttpd)',
      ({ delivery }) => delivery.accel.kind,
    ),
    MEDIA_ACCEL_PREFIX: shown(
      'Internal address of files in nginx, with x-accel',
      ({ delivery: { accel } }) => (accel.kind === 'x-accel' ? accel.prefix : null),
    ),
    MEDIA_DIRECT: shown('Set to on to have visitors fetch from the bucket itself', ({ delivery }) =>
      onOff(delivery.isDirect),
    ),
    MEDIA_RATE_LIMIT: shown("Bytes a second for each visitor's network; 0 is unlimited", ({ delivery }) =>
      bytesASecond(delivery.rateLimit),
    ),
    MEDIA_CONNECTION_LIMIT: shown(
      "Films that a visitor's network may receive at once; 0 is unlimited",
      ({ delivery }) => delivery.connectionLimit || 'no limit',
    ),
    DISK_WARN_BELOW: shown(
      'Free space that triggers a warning: a size, a share, or the smaller of both',
      ({ diskWarnBelow }) => formatRoom(diskWarnBelow),
    ),
    DISK_STOP_BELOW: shown('Free space below which downloads and media jobs wait', ({ diskStopBelow }) =>
      formatRoom(diskStopBelow),
    ),
    HIDE_ON_RECEIPT: field(
      'hideOnReceipt',
      'Kinds of notices that hide a video before their sender confirms, such as intimate_image',
    ),
    SECOND_REVIEW: field(
      'secondReview',
      'Decisions that a second administrator must confirm: restore, minor, or both',
    ),
    QUARANTINE_DAYS: field('quarantineDays', 'Days that files of removed videos are kept, 0 to 3650'),
  },
  'Crawling and downloads': {
    TIME_ZONE: field('timeZone', 'Time zone of the schedule, such as Europe/Berlin'),
    CRAWL_TIME: field('crawlTime', 'When the daily crawl starts, in TIME_ZONE'),
    CRAWL_TARGET: field('crawlTarget', 'Maximum number of videos a scheduled run adds, 1 to 100000'),
    CRAWL_TRIES: field('crawlTries', 'Maximum number of addresses a run tries per source, 1 to 100000'),
    DUMP_MAX_MEGABYTES: shown(
      'Size limit of an unpacked dump in megabytes, 1 to 1000000',
      ({ dumpMaxBytes }) => dumpMaxBytes / 1024 ** 2,
    ),
    UPLOAD_MAX_MEGABYTES: shown(
      'Size limit of an uploaded file in megabytes, 1 to 1000000',
      ({ uploadMaxBytes }) => uploadMaxBytes / 1024 ** 2,
    ),
    CRAWLER_CONTACT: field(
      'crawlerContact',
      "Contact in the crawler's user agent; by default the default domain's",
    ),
    OUTBOUND_ALLOW: shown(
      'Private addresses and other ports that may be fetched, such as 10.0.0.7:8080 [::1]:4000',
      ({ given }) => given.get('OUTBOUND_ALLOW'),
    ),
    DOWNLOAD_CONCURRENCY: field('downloadConcurrency', 'Downloads that a worker runs at once, 1 to 50'),
    DOWNLOAD_RATE_LIMIT: shown(
      'Bytes a second for all downloads of a worker together; 0 is unlimited',
      ({ downloadRateLimit }) => bytesASecond(downloadRateLimit),
    ),
    YTDLP_PATH: field(
      'ytdlpPath',
      'The yt-dlp program (2026.07.04 or newer): a name on the PATH or an absolute path',
    ),
    YTDLP_EXTRACTORS: field(
      'ytdlpExtractors',
      'The yt-dlp extractors that may be used; "all" is not allowed',
    ),
    EMBED_PROVIDERS: shown(
      'Players that pages may embed, such as Clips=https://player.example/embed/{id}',
      ({ embedProviders }) => list(embedProviders.origins),
    ),
  },
  Media: {
    HLS: shown('Whether streams in several qualities are made: on or off', ({ hls }) => onOff(hls)),
    HLS_HEIGHTS: field(
      'hlsHeights',
      'Their shorter sides in pixels: one to six even numbers from 90 to 2160',
    ),
    SOURCE_STREAM_HEIGHT: field(
      'sourceStreamHeight',
      'Best quality fetched of a stream at a source, in pixels, 90 to 4320',
    ),
    MEDIA_CONCURRENCY: field(
      'mediaConcurrency',
      'Media jobs that a worker runs at once, besides downloads, 1 to 50',
    ),
    MEDIA_THREADS: field('mediaThreads', 'Threads that ffmpeg may use for one video, 1 to 256'),
  },
  Translation: {
    TRANSLATOR: shown(
      'What translates titles and descriptions: apertium or libretranslate',
      ({ translator }) => translator?.name,
    ),
    LIBRETRANSLATE_URL: shown(
      'The LibreTranslate server, such as http://127.0.0.1:5000; it may be private',
      ({ translator }) => (translator?.name === 'libretranslate' ? translator.server.url : null),
    ),
    LIBRETRANSLATE_API_KEY: secret('API key of that server, if it needs one', ({ translator }) =>
      translator?.name === 'libretranslate' && translator.server.apiKey ? SET : null,
    ),
  },
  Mail: {
    SMTP_URL: secret(
      'Mail server, such as smtps://user:...@mail.example; without it, email waits',
      ({ smtp }) => smtp && `${smtp.host}:${smtp.port}`,
    ),
    MAIL_FROM: field('mailFrom', 'Sender of all email, a bare address; by default no-reply@ the domain'),
    ALERT_MAIL: shown(
      "Address for alerts, or off; by default the default domain's contact address",
      ({ alerts }) => (alerts.mail === null ? 'off' : alerts.mail),
    ),
    ALERT_WEBHOOK: secret(
      'Address that alerts are posted to; public, or listed in OUTBOUND_ALLOW',
      ({ alerts }) => alerts.webhook && SET,
    ),
    ALERT_WEBHOOK_SECRET: secret(
      'Key that signs these posts, at least 16 characters',
      ({ alerts }) => alerts.secret && SET,
    ),
  },
};

export const OPEN_SETTINGS: ReadonlySet<string> = new Set(
  Object.values(SETTINGS).flatMap((group) =>
    Object.entries(group).flatMap(([name, { isSecret }]) => (isSecret ? [] : [name])),
  ),
);

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

function withoutLogin(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
