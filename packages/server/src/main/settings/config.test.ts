import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { StartError } from '../../kernel/lib/start-error.ts';
import { readConfig } from './config.ts';

test('a setting that is empty is as good as none', () => {
  const empty = {
    PORT: '',
    TIME_ZONE: '',
    DOWNLOAD_CONCURRENCY: '',
    DOWNLOAD_RATE_LIMIT: '',
    MEDIA_CONCURRENCY: '',
    MEDIA_THREADS: '',
    TRUST_PROXY: '',
    ROLE: '',
    OUTBOUND_ALLOW: '',
    SIGNING_KEY: '',
    SMTP_URL: '',
    ADMIN_USERNAME: '',
    ADMIN_PASSWORD: '',
    YTDLP_PATH: '',
    YTDLP_EXTRACTORS: '',
    QUARANTINE_DAYS: '',
    STORAGE: '',
    MEDIA_ACCEL: '',
    MEDIA_ACCEL_PREFIX: '',
    MEDIA_DIRECT: '',
    MEDIA_RATE_LIMIT: '',
    MEDIA_CONNECTION_LIMIT: '',
    EMBED_PROVIDERS: '',
    HLS: '',
    HLS_HEIGHTS: '',
    SOURCE_STREAM_HEIGHT: '',
  };
  const { outboundAllow: _, embedProviders: __, ...settings } = readConfig(empty, '/');
  expect(readConfig({}, '/')).toMatchObject(settings);
});

test('without any setting there is a site on loopback with its data beside it', () => {
  expect(readConfig({}, '/srv/vesper')).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    role: 'all',
    dataDir: '/srv/vesper/data',
    databaseUrl: undefined,
    trustProxy: false,
    timeZone: 'UTC',
    ytdlpPath: 'yt-dlp',
    ytdlpExtractors: ['generic', 'html5'],
    downloadConcurrency: 3,
    downloadRateLimit: 0,
    quarantineDays: 30,
    delivery: { accel: { kind: 'off' }, isDirect: false, rateLimit: 0, connectionLimit: 64 },
    mediaConcurrency: 1,
    mediaThreads: availableParallelism(),
    hls: true,
    hlsHeights: [360, 480, 720, 1080],
    sourceStreamHeight: 1080,
  });
});

test.each([
  [{ PORT: 'eighty' }, /^PORT is "eighty"/],
  [{ PORT: '70000' }, /^PORT/],
  [{ ROLE: 'boss' }, /^ROLE is "boss": it must be one of all, web, worker/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must begin with postgres/],
  [
    { DATABASE_URL: 'postgres://x', DATABASE_MIGRATE_URL: 'x' },
    /^DATABASE_MIGRATE_URL must begin with postgres/,
  ],
  [{ FORMER_DATABASE_URL: 'x' }, /^FORMER_DATABASE_URL must begin with postgres/],
  [{ RUN_AS: 'two words' }, /^RUN_AS is "two words"/],
  [{ DATABASE_MIGRATE_URL: 'postgres://x' }, /^DATABASE_MIGRATE_URL needs DATABASE_URL/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be a bare address/],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:b@collector.example' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT must be a bare address/,
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: '5%' }, /^OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1/],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /^OTEL_TRACES_SAMPLER_ARG/],
  [{ OTEL_TRACES_SAMPLER_ARG: '.' }, /^OTEL_TRACES_SAMPLER_ARG/],
  [{ SIGNING_KEY: 'short' }, /^SIGNING_KEY must have at least 32/],
  [{ OUTBOUND_ALLOW: 'localhost' }, /OUTBOUND_ALLOW/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must list/],
  [{ TRUST_PROXY: '10.0.0.0/8, foo' }, /^TRUST_PROXY must list.*not "foo"/],
  [{ TRUST_PROXY: '10.0.0.0/99' }, /^TRUST_PROXY/],
  [{ DOWNLOAD_CONCURRENCY: '0' }, /^DOWNLOAD_CONCURRENCY is "0": it must be from 1 to 50/],
  [{ MEDIA_CONCURRENCY: '0' }, /^MEDIA_CONCURRENCY is "0": it must be from 1 to 50/],
  [{ MEDIA_THREADS: 'all' }, /^MEDIA_THREADS is "all": it must be from 1 to 256/],
  [{ DOWNLOAD_RATE_LIMIT: '5 MB' }, /^DOWNLOAD_RATE_LIMIT/],
  [{ MEDIA_ACCEL: 'nginx' }, /^MEDIA_ACCEL is "nginx": it must be one of off, x-accel, x-sendfile/],
  [{ MEDIA_ACCEL: 'x-accel', MEDIA_ACCEL_PREFIX: '/' }, /^MEDIA_ACCEL_PREFIX is "\/": it must begin/],
  [{ MEDIA_ACCEL_PREFIX: '_files/' }, /^MEDIA_ACCEL_PREFIX/],
  [{ MEDIA_ACCEL_PREFIX: '/_files' }, /^MEDIA_ACCEL_PREFIX/],
  [{ MEDIA_ACCEL_PREFIX: '/a/../b/' }, /^MEDIA_ACCEL_PREFIX/],
  [{ MEDIA_ACCEL_PREFIX: '/a b\r\n/' }, /^MEDIA_ACCEL_PREFIX/],
  [{ MEDIA_ACCEL_PREFIX: '/media/files/' }, /^MEDIA_ACCEL_PREFIX/],
  [{ HIDE_ON_RECEIPT: 'counter_notice' }, /^HIDE_ON_RECEIPT is "counter_notice": it must be one of/],
  [{ MEDIA_DIRECT: 'yes' }, /^MEDIA_DIRECT is "yes": it must be one of off, on/],
  [{ MEDIA_DIRECT: 'on' }, /^MEDIA_DIRECT is on, but there is no bucket: set S3_BUCKET/],
  [{ MEDIA_RATE_LIMIT: '5 MB' }, /^MEDIA_RATE_LIMIT/],
  [{ MEDIA_CONNECTION_LIMIT: '-1' }, /^MEDIA_CONNECTION_LIMIT/],
  [{ TIME_ZONE: 'Mars/Olympus' }, /^TIME_ZONE is "Mars/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL/],
  [{ HSTS: 'on' }, /^HSTS is "on": it must be one of host, subdomains, preload/],
  [{ OTHER_HOSTS: 'refuse' }, /^OTHER_HOSTS is "refuse": it must be one of redirect, show/],
  [{ MAX_CONNECTIONS: '0' }, /^MAX_CONNECTIONS is "0": it must be from 10 to 1000000/],
  [{ SMTP_URL: 'mail.example:25' }, /^SMTP_URL must be the address of a mail server/],
  [{ MAIL_FROM: 'Night Films <no-reply@videos.example>' }, /^MAIL_FROM must be a bare address/],
  [{ ADMIN_PASSWORD: 'elevenchars' }, /^ADMIN_PASSWORD must have 12 to 500 characters\.$/],
  [{ ADMIN_PASSWORD: `${' '.repeat(12)}x` }, /^ADMIN_PASSWORD/],
  [{ ADMIN_PASSWORD: 'x'.repeat(501) }, /^ADMIN_PASSWORD/],
  [{ ADMIN_USERNAME: 'Anna Lee' }, /^ADMIN_USERNAME must be 1 to 64 letters.*not "Anna Lee"\.$/],
  [{ CRAWL_TIME: '24:00' }, /^CRAWL_TIME is "24:00"/],
  [{ CRAWL_TIME: '2' }, /^CRAWL_TIME/],
  [{ CRAWL_TARGET: '0' }, /^CRAWL_TARGET is "0"/],
  [{ CRAWL_TARGET: '5e3' }, /^CRAWL_TARGET/],
  [{ CRAWL_TRIES: '0' }, /^CRAWL_TRIES/],
  [{ QUARANTINE_DAYS: '-1' }, /^QUARANTINE_DAYS is "-1": it must be from 0 to 3650/],
  [{ YTDLP_PATH: 'bin/yt-dlp' }, /^YTDLP_PATH is "bin\/yt-dlp"/],
  [{ YTDLP_PATH: '--exec' }, /^YTDLP_PATH/],
  [{ YTDLP_EXTRACTORS: 'generic, all' }, /^YTDLP_EXTRACTORS must list.*not "all"/],
  [{ YTDLP_EXTRACTORS: 'default' }, /^YTDLP_EXTRACTORS/],
  [{ YTDLP_EXTRACTORS: 'generic,-html5' }, /^YTDLP_EXTRACTORS must list.*not "-html5"/],
  [{ YTDLP_EXTRACTORS: '.*' }, /^YTDLP_EXTRACTORS/],
  [{ EMBED_PROVIDERS: 'clips=http://player.example/embed/{id}' }, /must begin with https:/],
  [{ EMBED_PROVIDERS: 'clips=https://127.0.0.1:3000/embed/{id}' }, /belongs to this site/],
  [{ EMBED_PROVIDERS: 'clips=https://localhost:8080/{id}', PORT: '8080' }, /belongs to this site/],
  [
    { EMBED_PROVIDERS: 'clips=http://10.0.0.1:80/{id}', OUTBOUND_ALLOW: '10.0.0.1:80' },
    /must begin with https:/,
  ],
  [
    { EMBED_PROVIDERS: 'clips=http://127.0.0.1:81/{id}', OUTBOUND_ALLOW: '127.0.0.1:80' },
    /must begin with https:/,
  ],
  [{ HLS: 'yes' }, /^HLS is "yes": it must be one of on, off/],
  [{ SOURCE_STREAM_HEIGHT: '80' }, /^SOURCE_STREAM_HEIGHT/],
  [{ HLS_HEIGHTS: '360,tall' }, /^HLS_HEIGHTS must list.*not "tall"/],
  [{ HLS_HEIGHTS: '361' }, /^HLS_HEIGHTS must list one to 6 even numbers/],
  [{ HLS_HEIGHTS: '64' }, /^HLS_HEIGHTS/],
  [{ HLS_HEIGHTS: '4320' }, /^HLS_HEIGHTS/],
  [{ HLS_HEIGHTS: ',' }, /^HLS_HEIGHTS.*not ","/],
  [{ HLS_HEIGHTS: '100,102,104,106,108,110,112' }, /^HLS_HEIGHTS must list one to 6/],
  [{ HLS_HEIGHTS: '720,360,720' }, /^HLS_HEIGHTS names 720 twice/],
  [{ CRAWLER_CONTACT: 'a b\r\nx: y' }, /^CRAWLER_CONTACT/],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => readConfig(env, '/')).toThrow(StartError);
  expect(() => readConfig(env, '/')).toThrow(sentence);
});

test('players may stand in pages once they are listed, and on this machine without TLS', () => {
  expect(readConfig({}, '/').embedProviders.origins).toEqual([]);
  const { embedProviders } = readConfig(
    {
      EMBED_PROVIDERS: 'one=http://127.0.0.1:81/embed/{id}\n two=https://player.example/{id}',
      OUTBOUND_ALLOW: '127.0.0.1:81',
    },
    '/',
  );
  expect(embedProviders.origins).toEqual(['http://127.0.0.1:81', 'https://player.example']);
});

test('proxies are named by their addresses', () => {
  expect(readConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }, '/').trustProxy).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
  ]);
});

test.each([
  [{}, { username: 'admin', password: undefined }],
  [{ ADMIN_USERNAME: 'anna' }, { username: 'anna', password: undefined }],
  [{ ADMIN_PASSWORD: 'twelve chars' }, { username: 'admin', password: 'twelve chars' }],
])('with %j the first administrator is %j', (env, first) => {
  expect(readConfig(env, '/').firstAdministrator).toEqual(first);
});

test('the readers of yt-dlp are named one by one', () => {
  const { ytdlpPath, ytdlpExtractors } = readConfig(
    { YTDLP_PATH: '/opt/yt-dlp/yt-dlp_linux', YTDLP_EXTRACTORS: 'Some:site  other,generic' },
    '/',
  );
  expect(ytdlpPath).toBe('/opt/yt-dlp/yt-dlp_linux');
  expect(ytdlpExtractors).toEqual(['Some:site', 'other', 'generic']);
});

test('a proxy that sends files is told where they are', () => {
  expect(readConfig({ MEDIA_ACCEL: 'x-accel' }, '/').delivery.accel).toEqual({
    kind: 'x-accel',
    prefix: '/_files/',
  });
  const env = { MEDIA_ACCEL: 'x-accel', MEDIA_ACCEL_PREFIX: '/inside/files-1/' };
  expect(readConfig(env, '/').delivery.accel).toEqual({ kind: 'x-accel', prefix: '/inside/files-1/' });
  expect(readConfig({ MEDIA_ACCEL: 'x-sendfile' }, '/').delivery.accel).toEqual({ kind: 'x-sendfile' });
});

test('the qualities of streams are put in order', () => {
  const { hls, hlsHeights } = readConfig({ HLS: 'off', HLS_HEIGHTS: '1080 480, 720' }, '/');
  expect(hls).toBe(false);
  expect(hlsHeights).toEqual([480, 720, 1080]);
});

test.each([
  [{}, undefined],
  [{ OTEL_TRACES_SAMPLER_ARG: '1' }, undefined],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    { endpoint: 'http://127.0.0.1:4318/', share: 0.05 },
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/otlp', OTEL_TRACES_SAMPLER_ARG: '1.0' },
    { endpoint: 'https://c.example/otlp', share: 1 },
  ],
])('traces are made if a collector is named: %o', (env, traces) => {
  expect(readConfig(env, '/').traces).toEqual(traces);
});
