import { AppError } from '@vesper/core/lib/app-error.ts';
import { faultsOf } from '@vesper/core/lib/faults.ts';
import { type Log, silentLog } from '@vesper/core/lib/log.ts';
import { parseSmtpUrl } from '@vesper/core/lib/outbound/smtp-server.ts';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandParts, commands } from '../../../app/commands/commands.ts';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { composeWorker, type Worker } from '../../../app/composition/compose-worker.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '../../../test/mail-server.ts';
import { fileNotice } from '../../../test/notices.ts';
import { startWorkerProcess } from '../../../test/run-command.ts';
import { startTestSite, TEST_SIGNING_KEY, type TestSite } from '../../../test/site.ts';
import { type NewMail, putMail } from './index.ts';
import { deliverMail, pauseMs, tendOutbox } from './outbox.ts';
import { selectDueMails, selectUnsentMails } from './queries.ts';

let site: TestSite;
let server: MailServer;
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  closing = [];
  site = await startTestSite();
  server = await startServer();
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await site.close();
});

async function startServer(options?: MailServerOptions): Promise<MailServer> {
  const started = await startMailServer(options);
  closing.push(started.close);
  return started;
}

async function startWorker(
  smtpUrl: string | undefined,
  { mailFrom, log = silentLog }: { mailFrom?: string; log?: Log } = {},
): Promise<Worker> {
  const smtp = smtpUrl === undefined ? undefined : parseSmtpUrl(smtpUrl);
  const base = { ...site.base, log, config: { ...site.base.config, smtp, mailFrom } };
  const worker = await composeWorker(base, { connection: site.connection, signingKey: TEST_SIGNING_KEY });
  closing.push(once(() => worker.stop()));
  return { stop: closing.at(-1) as () => Promise<void> };
}

function once(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop();
    return stopped;
  };
}

async function put(fields: Partial<NewMail> = {}): Promise<void> {
  const mail: NewMail = {
    kind: 'test',
    domain: 'videos.example',
    fromName: 'Night Films',
    replyTo: 'contact@videos.example',
    to: 'ann@films.example',
    subject: 'A test chart',
    body: 'It spins.\n.\nFrom left to right: ä, 分.\n',
    ...fields,
  };
  await withQueue((queue) =>
    site.base.db.transaction().execute((tx) => putMail(tx, queue, mail, { now: new Date() })),
  );
}

async function withQueue<T>(use: (queue: Awaited<ReturnType<typeof composeQueue>>['queue']) => Promise<T>) {
  const { boss, queue } = await composeQueue(site.connection, silentLog);
  return use(queue).finally(() => boss.stop({ graceful: false }));
}

function rows() {
  return site.base.db.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute();
}

async function until(check: (row: Awaited<ReturnType<typeof rows>>[number]) => boolean, timeout = 60_000) {
  await expect.poll(async () => (await rows()).every(check), { timeout, interval: 100 }).toBe(true);
}

async function tendLater(laterMs: number): Promise<void> {
  await withQueue((queue) => tendOutbox(site.base.db, queue, new Date(Date.now() + laterMs)));
}

async function run(words: string, operands: string[] = []): Promise<string> {
  const lines: string[] = [];
  const context = { ...commandParts(site.base, site.connection), operands, options: {} };
  await commands.get(words)?.run({ ...context, print: (line) => lines.push(line) });
  return lines.join('\n');
}

describe('a mail', () => {
  test('arrives once, as it was written, in the name of its domain', async () => {
    await startWorker(server.url);
    await put();
    await until((row) => row.status === 'sent');
    const [mail, ...more] = server.mails;
    const [row] = await rows();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ from: 'no-reply@videos.example', to: ['ann@films.example'] });
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: 'Night Films <no-reply@videos.example>',
      to: 'ann@films.example',
      'reply-to': 'contact@videos.example',
      subject: 'A test chart',
      'message-id': `<${row?.id}@videos.example>`,
      'auto-submitted': 'auto-generated',
    });
    expect(mail?.body.trimEnd()).toBe('It spins.\n.\nFrom left to right: ä, 分.');
    expect(row).toMatchObject({ error: null, attempts: 0, body: '' });
    expect(row?.sent_at).not.toBeNull();
  });

  test('cannot inject anything into its headers or envelope', async () => {
    await startWorker(server.url, { mailFrom: 'mail@sender.example' });
    await put({
      fromName: 'Films" <x@y.example>\r\nBcc: victim@films.example',
      subject: 'Hello\r\nBcc: victim@films.example\r\n\r\nA body',
      replyTo: 'a@b.example\r\nBcc: victim@films.example',
      body: '.\r\n.\r\nRCPT TO:<victim@films.example>\r\nBcc: victim@films.example\r\n',
    });
    for (const to of [
      'ann@films.example\r\nRCPT TO:<victim@films.example>',
      'ann@films.example, victim@films.example',
      'Ann <victim@films.example>',
      'ann@films.example>\nDATA',
    ])
      await put({ to });
    await until((row) => row.status === 'sent');
    expect(server.recipients).toEqual(['ann@films.example']);
    const [mail, ...more] = server.mails;
    expect(mail).toMatchObject({ from: 'mail@sender.example' });
    expect(more).toEqual([]);
    expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc');
    expect(mail?.headers.has('reply-to')).toBe(false);
    expect(mail?.body).toContain('Bcc: victim@films.example');
  });
});

describe('a mail server that', () => {
  test('refuses for now is retried later, and its answer can be read', async () => {
    const codes = [451, 452, undefined];
    server.answer.recipient = () => codes.shift();
    await startWorker(server.url);
    const before = Date.now();
    await put();
    await until((row) => row.attempts === 1);
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'waiting', error: expect.stringMatching(/RCPT TO: 451 Answer 451/) });
    expect(row?.next_attempt_at.getTime()).toBeGreaterThanOrEqual(before + pauseMs(1));
    expect(await run('mail list')).toMatch(
      /waiting.*ann@films\.example.*tries 1[\s\S]*451[\s\S]*waiting: 1, failed: 0/,
    );
    await tendLater(pauseMs(1) + 1000);
    await until((one) => one.attempts >= 2);
    await tendLater(pauseMs(2) + 1000);
    await until((one) => one.status === 'sent');
    expect(server.mails).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ attempts: 2, error: null });
  });

  test('refuses for good is not retried until the operator says so', async () => {
    let answer: string | undefined = '550 5.1.1 <ann@films.example>: Recipient address rejected';
    server.answer.recipient = () => answer;
    await startWorker(server.url);
    await put();
    await until((row) => row.status === 'failed');
    expect((await rows())[0]).toMatchObject({ attempts: 1, error: expect.stringMatching(/RCPT TO: 550/) });
    await tendLater(3_600_000);
    const metrics = await (await fetch(`${site.url}/metrics`)).text();
    expect(metrics).toContain('mail_outbox_mails{status="failed"} 1');
    expect(metrics).toContain('mail_outbox_mails{status="waiting"} 0');
    answer = undefined;
    expect(await run('mail retry', [(await rows())[0]?.id ?? ''])).toBe('Emails to retry: 1.');
    await expect(run('mail retry', ['nobody'])).rejects.toThrow('This unsent email does not exist.');
    await tendLater(0);
    await until((row) => row.status === 'sent');
  });

  test('has a self-signed certificate gets nothing, unless the operator allows it', async () => {
    const secure = await startServer({ tls: 'implicit' });
    const offering = await startServer({ tls: 'offered' });
    for (const { url } of [secure, offering]) {
      const worker = await startWorker(url);
      await put({ subject: url });
      await until((row) => row.status === 'sent' || row.attempts >= 1);
      await worker.stop();
    }
    expect([secure.mails, offering.mails]).toEqual([[], []]);
    for (const { error } of await rows()) expect(error).toMatch(/certificate|self.signed/i);
    const worker = await startWorker(`${secure.url}?tls=unverified`);
    await run('mail retry');
    await tendLater(0);
    await until((row) => row.status === 'sent');
    await worker.stop();
    expect(secure.mails).toHaveLength(2);
  });

  test('asks for a password gets it only over TLS; a wrong one fails no mail', async () => {
    const credentials = { user: 'me', password: 'spin:chart' };
    const strict = await startServer({ tls: 'offered', credentials });
    const plain = await startServer({ credentials });
    const address = (wanted: MailServer, password: string, tls = '') =>
      `smtp://me:${encodeURIComponent(password)}@127.0.0.1:${wanted.port}${tls}`;

    await put();
    for (const url of [address(plain, 'spin:chart'), address(strict, 'wrong', '?tls=unverified')]) {
      const worker = await startWorker(url);
      const tries = (await rows())[0]?.attempts ?? 0;
      await run('mail retry');
      await tendLater(0);
      await until((row) => row.attempts > tries);
      await worker.stop();
    }
    expect((await rows())[0]).toMatchObject({ status: 'waiting', error: expect.stringContaining('535') });
    expect((await rows())[0]?.error).not.toMatch(/wrong|spin/);
    expect([...plain.mails, ...strict.mails]).toEqual([]);

    await startWorker(address(strict, 'spin:chart', '?tls=unverified'));
    await run('mail retry');
    await tendLater(0);
    await until((row) => row.status === 'sent');
    expect(strict.mails).toHaveLength(1);
  });
});

describe('the outbox', () => {
  test('logs neither addresses nor texts nor the password', async () => {
    let written = '';
    const log: Log = pino({ level: 'debug' }, { write: (line: string) => (written += line) });
    const secure = await startServer({ credentials: { user: 'me', password: 'spin-chart' } });
    const answers = ['550 No such user here', 451, undefined];
    secure.answer.recipient = () => answers.shift();
    for (const password of ['wrong-chart', 'spin-chart']) {
      const worker = await startWorker(`smtp://me:${password}@127.0.0.1:${secure.port}?tls=none`, { log });
      await run('mail retry');
      for (const n of [1, 2, 3]) await put({ to: `ann${n}@films.example`, body: 'A secret text' });
      await until((row) => row.status !== 'waiting' || row.attempts >= 1);
      await worker.stop();
    }
    expect(written).toContain('"code":"EENVELOPE 550"');
    expect(written).toContain('EAUTH 535');
    expect(written).toContain('An email was sent.');
    expect(written).not.toMatch(/ann\d|films\.example|secret text|-chart/);
  });

  test('keeps mails while there is no SMTP_URL, and sends them once there is', async () => {
    const { mails } = await site.admin();
    expect(await mails.outbox()).toEqual({ isSetUp: false, waiting: 0, failed: 0 });
    await put();
    expect(await mails.outbox()).toEqual({ isSetUp: false, waiting: 1, failed: 0 });
    const without = await startWorker(undefined);
    expect(await run('mail list')).toMatch(/waiting: 1, failed: 0\nSMTP_URL is not set/);
    await without.stop();
    expect(await rows()).toEqual([expect.objectContaining({ status: 'waiting', attempts: 0, leases: 0 })]);
    await startWorker(server.url);
    await until((row) => row.status === 'sent');
    expect(server.mails).toHaveLength(1);
  });

  test('sends waiting mails although their jobs are lost', async () => {
    await put();
    await site.base.db.deleteFrom('jobs.job' as never).execute();
    await startWorker(server.url);
    await until((row) => row.status === 'sent');
    expect(server.mails).toHaveLength(1);
  });

  test('survives a worker killed midway: the mail is sent again under the same id', async () => {
    server.answer.text = () => new Promise(() => {});
    await put();
    const worker = startWorkerProcess(site, { SMTP_URL: server.url });
    await expect.poll(() => server.mails.length, { timeout: 60_000 }).toBe(1);
    worker.kill('SIGKILL');
    await worker.ended;
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'waiting', attempts: 0, leases: 1 });
    expect(row?.leased_until?.getTime()).toBeGreaterThan(Date.now() + 60_000);
    await site.base.db.updateTable('mail_outbox').set({ leased_until: new Date() }).execute();

    server.answer.text = async () => undefined;
    await startWorker(server.url);
    await until((row) => row.status === 'sent');
    const ids = server.mails.map((mail) => mail.headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('leases a mail to one worker only; an expired lease leaves it to others', async () => {
    await put();
    const id = (await rows())[0]?.id ?? '';
    const broken = Promise.withResolvers<void>();
    let sent = 0;
    const sending = (end: Promise<void>) => () => {
      sent += 1;
      return end;
    };
    const hanging = sending(broken.promise);
    const taking = sending(Promise.resolve());
    const delivery = {
      db: site.base.db,
      clock: site.base.clock,
      faults: faultsOf(silentLog),
      mailFrom: undefined,
      openMail: async () => undefined,
    };
    const context = { signal: new AbortController().signal, log: silentLog };
    const first = deliverMail({ ...delivery, send: hanging }, id, context);
    await expect.poll(() => sent).toBe(1);
    await deliverMail({ ...delivery, send: taking }, id, context);
    expect(sent).toBe(1);
    expect(await selectDueMails(site.base.db, new Date(), 10)).toEqual([]);
    broken.reject(new Error('The worker is stopping.'));
    await expect(first).rejects.toThrow('stopping');
    expect(await selectDueMails(site.base.db, new Date(), 10)).toEqual([id]);
    await deliverMail({ ...delivery, send: taking }, id, context);
    expect(sent).toBe(2);
    expect(await rows()).toEqual([
      expect.objectContaining({ status: 'sent', attempts: 0, leases: 2, leased_until: null }),
    ]);
  });

  test('keeps a mail whose key is missing, however often it is tried', async () => {
    await fileNotice(site);
    const id = (await rows())[0]?.id ?? '';
    const lacking = async () => {
      throw new AppError('unavailable', 'This machine lacks the key.');
    };
    const { db, clock } = site.base;
    const faults = faultsOf(silentLog);
    const delivery = { db, clock, faults, mailFrom: undefined, openMail: lacking, send: async () => {} };
    const context = { signal: new AbortController().signal, log: silentLog };
    for (let tries = 0; tries < 40; tries += 1) await deliverMail(delivery, id, context);
    expect(await rows()).toEqual([
      expect.objectContaining({
        status: 'waiting',
        error: 'This machine lacks the key.',
        leased_until: null,
      }),
    ]);
  });

  test('forgets sent mails after a month, and no others', async () => {
    await put();
    await put();
    await site.base.db
      .updateTable('mail_outbox')
      .set({ status: 'sent', sent_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', (await rows())[0]?.id ?? '')
      .execute();
    await tendLater(0);
    expect(await selectUnsentMails(site.base.db, 10)).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });
});
