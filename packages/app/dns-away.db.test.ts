import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '@vesper/core/lib/log.ts';
import { addDownload } from '@vesper/intake/downloads';
import { putMail } from '@vesper/site/mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testClip } from '../test/clips.ts';
import { startDnsServer, type TestDnsServer } from '../test/dns-server.ts';
import { type MailServer, startMailServer } from '../test/mail-server.ts';
import { type PlainSource, startPlainSource } from '../test/plain-source.ts';
import { type RunningCommand, startWorkerResolvingBy } from '../test/run-command.ts';
import { startTestSite, type TestSite } from '../test/site.ts';
import { composeQueue } from './composition/compose-queue.ts';

/** This process's own loopback address: name servers use port 53. */
const ADDRESS = `127.53.${(process.pid >> 8) & 255}.${process.pid & 255}`;
const HERE = ['127.0.0.1'];

const CANNOT = await trial();
let site: TestSite;
let dns: TestDnsServer;
let source: PlainSource;
let mails: MailServer;
let worker: RunningCommand;
let folder: string;

/** Why this machine allows no name server of ours. */
async function trial(): Promise<string | undefined> {
  try {
    if (process.getuid?.() !== 0)
      return "Only root can put another resolv.conf in the place of the system's.";
    await promisify(execFile)('unshare', ['--mount', 'mount', '--bind', '/dev/null', '/etc/resolv.conf']);
    await (await startDnsServer({ names: {}, addresses: {} }, { address: ADDRESS, port: 53 })).close();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

beforeAll(async () => {
  if (CANNOT) return;
  const addresses = { 'films.test': HERE, 'charts.test': HERE, 'mail.test': HERE };
  [dns, source, mails, site, folder] = await Promise.all([
    startDnsServer({ names: {}, addresses }, { address: ADDRESS, port: 53 }),
    startPlainSource(),
    startMailServer(),
    startTestSite(),
    mkdtemp(path.join(tmpdir(), 'vesper-dns-')),
  ]);
  const resolvConf = path.join(folder, 'resolv.conf');
  await writeFile(resolvConf, `nameserver ${ADDRESS}\n`);
  dns.fail(true);
  worker = startWorkerResolvingBy(site, resolvConf, {
    LOG_LEVEL: 'info',
    OUTBOUND_ALLOW: ['films.test', 'charts.test'].map((host) => `${host}:${port()}`).join(','),
    SMTP_URL: `smtp://mail.test:${mails.port}?tls=none`,
    MAIL_FROM: 'site@videos.example',
  });
});
afterAll(async () => {
  worker?.kill('SIGTERM');
  await worker?.ended;
  await Promise.all([dns?.close(), source?.close(), mails?.close(), site?.close()]);
  if (folder) await rm(folder, { recursive: true });
});

const port = () => source.hostAndPort.split(':')[1];
const job = (host: string) =>
  site.base.db
    .selectFrom('download_jobs')
    .select(['status', 'attempts', 'error_class', 'error'])
    .where('source_url', 'like', `http://${host}:%`)
    .executeTakeFirst();
const lines = (begin: string) =>
  worker
    .output()
    .split('\n')
    .filter((line) => line.includes(`"msg":"${begin}`));

async function putOneMail(): Promise<void> {
  const { boss, queue } = await composeQueue(site.connection, silentLog);
  const mail = {
    ...{ kind: 'test', domain: 'videos.example', fromName: 'Night Films', replyTo: 'contact@videos.example' },
    ...{ to: 'ann@films.example', subject: 'A test chart', body: 'It spins.' },
  };
  await site.base.db.transaction().execute((tx) => putMail(tx, queue, mail, { now: new Date() }));
  await boss.stop({ graceful: false });
}

async function letTimePass(): Promise<void> {
  const { db } = site.base;
  await sql`update download_jobs set run_at = now() where status = 'pending'`.execute(db);
  await sql`update crawl_hosts set blocked_until = null, next_at = now()`.execute(db);
  await sql`update robots_files set expires_at = now()`.execute(db);
  await sql`update mail_outbox set next_attempt_at = now() where status = 'waiting'`.execute(db);
}

test.skipIf(CANNOT)(
  'while DNS does not answer, downloads and mails wait, whatever they tried; once it does, all come',
  async () => {
    source.answers.set('/a.mp4', { headers: { 'content-type': 'video/mp4' }, body: await testClip('good') });
    source.answers.set('/b.mp4', {
      headers: { 'content-type': 'video/mp4' },
      body: await testClip('good', { seconds: 4 }),
    });
    await putOneMail();
    await addDownload(site.base.db, `http://films.test:${port()}/a.mp4`);
    const waits = { status: 'pending', attempts: 0, error_class: 'network' };
    const error = (host: string) =>
      expect.stringContaining(`The host name ${host} could not be resolved (EAI_AGAIN).`);
    await vi.waitFor(
      async () => expect(await job('films.test')).toEqual({ ...waits, error: error('films.test') }),
      120_000,
    );
    await vi.waitFor(
      () => expect(lines('The mail server cannot be reached: emails wait.')).toHaveLength(1),
      120_000,
    );
    dns.fail(false);
    dns.silence(true);
    await addDownload(site.base.db, `http://charts.test:${port()}/b.mp4`);
    await vi.waitFor(
      async () => expect(await job('charts.test')).toEqual({ ...waits, error: error('charts.test') }),
      120_000,
    );
    expect(lines('Host names cannot be resolved: DNS does not answer.')).toHaveLength(1);
    dns.silence(false);
    await vi.waitFor(
      async () => {
        await letTimePass();
        const done = { status: 'completed', attempts: 0, error_class: null, error: null };
        expect([await job('films.test'), await job('charts.test')]).toEqual([done, done]);
        expect(mails.mails).toHaveLength(1);
      },
      { timeout: 300_000, interval: 2000 },
    );
    for (const sentence of [
      'Host names cannot be resolved: DNS does not answer.',
      'The mail server cannot be reached: emails wait.',
    ]) {
      await vi.waitFor(() => expect(lines(`Over: ${sentence}`)).toHaveLength(1), 60_000);
      expect(lines(sentence)).toHaveLength(1);
    }
  },
  600_000,
);
