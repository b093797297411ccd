import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { StartError } from '../lib/start-error.ts';
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
  };
  const { outboundAllow: _, ...settings } = readConfig(empty, '/');
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
    mediaConcurrency: 1,
    mediaThreads: availableParallelism(),
  });
});

test.each([
  [{ PORT: 'eighty' }, /^PORT is "eighty"/],
  [{ PORT: '70000' }, /^PORT/],
  [{ ROLE: 'boss' }, /^ROLE is "boss": it must be one of all, web, worker/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must begin with postgres/],
  [{ SIGNING_KEY: 'short' }, /^SIGNING_KEY must have at least 32/],
  [{ OUTBOUND_ALLOW: 'localhost' }, /OUTBOUND_ALLOW/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must list/],
  [{ TRUST_PROXY: '10.0.0.0/8, foo' }, /^TRUST_PROXY must list.*not "foo"/],
  [{ TRUST_PROXY: '10.0.0.0/99' }, /^TRUST_PROXY/],
  [{ DOWNLOAD_CONCURRENCY: '0' }, /^DOWNLOAD_CONCURRENCY is "0": it must be from 1 to 50/],
  [{ MEDIA_CONCURRENCY: '0' }, /^MEDIA_CONCURRENCY is "0": it must be from 1 to 50/],
  [{ MEDIA_THREADS: 'all' }, /^MEDIA_THREADS is "all": it must be from 1 to 256/],
  [{ DOWNLOAD_RATE_LIMIT: '5 MB' }, /^DOWNLOAD_RATE_LIMIT/],
  [{ TIME_ZONE: 'Mars/Olympus' }, /^TIME_ZONE is "Mars/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL/],
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
  [{ QUARANTINE_DAYS: '-1' }, /^QUARANTINE_DAYS is "-1": it must be from 0 to 3650/],
  [{ YTDLP_PATH: 'bin/yt-dlp' }, /^YTDLP_PATH is "bin\/yt-dlp"/],
  [{ YTDLP_PATH: '--exec' }, /^YTDLP_PATH/],
  [{ YTDLP_EXTRACTORS: 'generic, all' }, /^YTDLP_EXTRACTORS must list.*not "all"/],
  [{ YTDLP_EXTRACTORS: 'default' }, /^YTDLP_EXTRACTORS/],
  [{ YTDLP_EXTRACTORS: 'generic,-html5' }, /^YTDLP_EXTRACTORS must list.*not "-html5"/],
  [{ YTDLP_EXTRACTORS: '.*' }, /^YTDLP_EXTRACTORS/],
  [{ CRAWLER_CONTACT: 'a b\r\nx: y' }, /^CRAWLER_CONTACT/],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => readConfig(env, '/')).toThrow(StartError);
  expect(() => readConfig(env, '/')).toThrow(sentence);
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
