import { availableParallelism } from 'node:os';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { OPEN_SETTINGS } from './list-settings.ts';

test('an empty setting counts as unset', () => {
  const empty = Object.fromEntries([...OPEN_SETTINGS].map((name) => [name, '']));
  const { outboundAllow: _, embedProviders: __, ...settings } = readConfig(empty, '/');
  expect(readConfig({}, '/')).toMatchObject(settings);
});

test('by default there is a site on loopback with its data beside it', () => {
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
  [{ ROLE: 'boss' }, /^ROLE is "boss": it must be one of all, web, worker/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must begin with postgres/],
  [{ FORMER_DATABASE_URL: 'x' }, /^FORMER_DATABASE_URL must begin with postgres/],
  [{ RUN_AS: 'two words' }, /^RUN_AS is "two words"/],
  [{ DATABASE_MIGRATE_URL: 'postgres://x' }, /^DATABASE_MIGRATE_URL needs DATABASE_URL/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be a bare address/],
  [{ OTEL_TRACES_SAMPLER_ARG: '5%' }, /^OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1/],
  [{ SIGNING_KEY: 'short' }, /^SIGNING_KEY must have at least 32/],
  [{ OUTBOUND_ALLOW: 'localhost' }, /OUTBOUND_ALLOW/],
  [{ TRUST_PROXY: '10.0.0.0/8, foo' }, /^TRUST_PROXY must list.*not "foo"/],
  [{ DOWNLOAD_CONCURRENCY: '0' }, /^DOWNLOAD_CONCURRENCY is "0": it must be from 1 to 50/],
  [{ MEDIA_ACCEL: 'nginx' }, /^MEDIA_ACCEL is "nginx": it must be one of off, x-accel, x-sendfile/],
  [{ MEDIA_ACCEL: 'x-accel', MEDIA_ACCEL_PREFIX: '/' }, /^MEDIA_ACCEL_PREFIX is "\/": it must begin/],
  [{ MEDIA_ACCEL_PREFIX: '/media/files/' }, /^MEDIA_ACCEL_PREFIX/],
  [{ HIDE_ON_RECEIPT: 'counter_notice' }, /^HIDE_ON_RECEIPT is "counter_notice": it must be one of/],
  [{ TIME_ZONE: 'Mars/Olympus' }, /^TIME_ZONE is "Mars/],
  [{ HSTS: 'on' }, /^HSTS is "on": it must be one of host, subdomains, preload/],
  [{ SMTP_URL: 'mail.example:25' }, /^SMTP_URL must be the address of a mail server/],
  [{ MAIL_FROM: 'Night Films <no-reply@videos.example>' }, /^MAIL_FROM must be a bare address/],
  [{ ADMIN_PASSWORD: 'elevenchars' }, /^ADMIN_PASSWORD must have 12 to 500 characters\.$/],
  [{ ADMIN_USERNAME: 'Anna Lee' }, /^ADMIN_USERNAME must be 1 to 64 letters.*not "Anna Lee"\.$/],
  [{ CRAWL_TIME: '24:00' }, /^CRAWL_TIME is "24:00"/],
  [{ QUARANTINE_DAYS: '-1' }, /^QUARANTINE_DAYS is "-1": it must be from 0 to 3650/],
  [{ YTDLP_PATH: '--exec' }, /^YTDLP_PATH/],
  [{ YTDLP_EXTRACTORS: 'generic, all' }, /^YTDLP_EXTRACTORS must list.*not "all"/],
  [{ EMBED_PROVIDERS: 'clips=http://player.example/embed/{id}' }, /must begin with https:/],
  [{ EMBED_PROVIDERS: 'clips=https://127.0.0.1:3000/embed/{id}' }, /belongs to this site/],
  [
    { EMBED_PROVIDERS: 'clips=http://10.0.0.1:80/{id}', OUTBOUND_ALLOW: '10.0.0.1:80' },
    /must begin with https:/,
  ],
  [{ HLS_HEIGHTS: '360,tall' }, /^HLS_HEIGHTS must list.*not "tall"/],
  [{ HLS_HEIGHTS: '361' }, /^HLS_HEIGHTS must list one to 6 even numbers/],
  [{ HLS_HEIGHTS: '720,360,720' }, /^HLS_HEIGHTS names 720 twice/],
  [{ CRAWLER_CONTACT: 'a b\r\nx: y' }, /^CRAWLER_CONTACT/],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => readConfig(env, '/')).toThrow(StartError);
  expect(() => readConfig(env, '/')).toThrow(sentence);
});

test.each([
  [{}, { username: 'admin', password: undefined }],
  [{ ADMIN_USERNAME: 'anna' }, { username: 'anna', password: undefined }],
  [{ ADMIN_PASSWORD: 'twelve chars' }, { username: 'admin', password: 'twelve chars' }],
])('with %j the first administrator is %j', (env, first) => {
  expect(readConfig(env, '/').firstAdministrator).toEqual(first);
});
