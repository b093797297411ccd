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
  [{ DATABASE_MIGRATE_URL: 'postgres://x' }, /^DATABASE_MIGRATE_URL needs DATABASE_URL/],
  [{ SIGNING_KEY: 'short' }, /^SIGNING_KEY must have at least 32/],
  [{ OUTBOUND_ALLOW: 'localhost' }, /OUTBOUND_ALLOW/],
  [{ TRUST_PROXY: '10.0.0.0/8, foo' }, /^TRUST_PROXY must list.*not "foo"/],
  [{ DOWNLOAD_CONCURRENCY: '0' }, /^DOWNLOAD_CONCURRENCY is "0": it must be from 1 to 50/],
  [{ MEDIA_ACCEL: 'nginx' }, /^MEDIA_ACCEL is "nginx": it must be one of off, x-accel, x-sendfile/],
  [{ TIME_ZONE: 'Mars/Olympus' }, /^TIME_ZONE is "Mars/],
  [{ SMTP_URL: 'mail.example:25' }, /^SMTP_URL must be the address of a mail server/],
  [{ ADMIN_PASSWORD: 'elevenchars' }, /^ADMIN_PASSWORD must have 12 to 500 characters\.$/],
  [{ CRAWL_TIME: '24:00' }, /^CRAWL_TIME is "24:00"/],
  [{ YTDLP_PATH: '--exec' }, /^YTDLP_PATH/],
  [{ YTDLP_EXTRACTORS: 'generic, all' }, /^YTDLP_EXTRACTORS must list.*not "all"/],
  [{ EMBED_PROVIDERS: 'clips=http://player.example/embed/{id}' }, /must begin with https:/],
  [{ EMBED_PROVIDERS: 'clips=https://127.0.0.1:3000/embed/{id}' }, /belongs to this site/],
  [
    { EMBED_PROVIDERS: 'clips=http://10.0.0.1:80/{id}', OUTBOUND_ALLOW: '10.0.0.1:80' },
    /must begin with https:/,
  ],
  [{ HLS_HEIGHTS: '360,tall' }, /^HLS_HEIGHTS must list.*not "tall"/],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => readConfig(env, '/')).toThrow(StartError);
  expect(() => readConfig(env, '/')).toThrow(sentence);
});
