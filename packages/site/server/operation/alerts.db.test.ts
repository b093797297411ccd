import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { silentLog } from '@vesper/core/lib/log.ts';
import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeQueue, prepareQueue } from '../../../app/composition/compose-queue.ts';
import { watchDisks } from '../../../app/composition/disks.ts';
import { createSiteLook } from '../../../app/composition/site-look.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { type AlertParts, tendAlerts } from './alerts.ts';
import { tendIfAlone } from './watch.ts';

const SECRET = 'a secret of the webhook';
const ROOM = { DISK_WARN_BELOW: '0B', DISK_STOP_BELOW: '0B' };
const START = new Date('2026-11-24T12:00:00Z');

interface Post {
  body: { id: string; text: string; begun: { key: string }[]; ended: { key: string; endedAt: string }[] };
  raw: string;
  headers: IncomingHttpHeaders;
}

let site: TestSite;
let closing: (() => Promise<unknown>)[];
let posts: Post[];
let status: number;
let hook: string;
let hostAndPort: string;
let parts: AlertParts;
let minutes: number;

beforeEach(async () => {
  closing = [];
  posts = [];
  status = 200;
  minutes = 0;
  await startHook();
  const clock = { now: () => new Date(START.getTime() + minutes * 60_000) };
  site = await startTestSite(ROOM, { clock });
  const { base, connection } = site;
  await prepareQueue(connection, silentLog);
  const { boss, queue } = await composeQueue(connection, silentLog);
  const fetch = createSafeFetch({ allow: parseOutboundAllow(hostAndPort), userAgent: 'VesperTest/1' });
  closing.push(
    () => fetch.close(),
    () => boss.stop({ graceful: false }),
    () => site.close(),
  );
  parts = {
    ...{ db: base.db, queue, clock, log: silentLog, fetch },
    look: createSiteLook({ base, disks: watchDisks(base.config), translator: undefined }),
    config: { smtp: {}, alerts: { mail: 'operator@videos.test', webhook: hook, secret: SECRET } },
  };
});
afterEach(async () => {
  for (const close of closing) await close();
});

async function startHook(): Promise<void> {
  const server = createServer(async (request, response) => {
    const raw = await text(request);
    posts.push({ raw, body: JSON.parse(raw), headers: request.headers });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  hook = `http://${hostAndPort}/a-secret-path`;
  closing.push(async () => void server.close());
}

const mails = async () =>
  (
    await sql<{ subject: string; body: string; to: string }>`
      select subject, body, to_address as "to" from mail_outbox where kind = 'alert' order by created_at, id`.execute(
      site.base.db,
    )
  ).rows;
const failRun = () =>
  sql`insert into crawler_runs (status, completed_at) values ('failed', now())`.execute(site.base.db);
const startLiving = () =>
  sql`insert into workers (id, host) values (gen_random_uuid(), 'here')`.execute(site.base.db);
const keys = (all: readonly { key: string }[] = []) => all.map(({ key }) => key).toSorted();

test('a lasting condition is reported once, several at once together, and so is its end', async () => {
  await tendAlerts(parts);
  minutes = 4;
  await tendAlerts(parts);
  expect([await mails(), posts]).toEqual([[], []]);
  const noted = await site.admin().then((client) => client.operation.report());
  expect(noted.conditions).toEqual([
    expect.objectContaining({ key: 'no-worker', since: START.toISOString() }),
  ]);

  minutes = 5;
  await failRun();
  await Promise.all([tendAlerts(parts), tendAlerts(parts), tendAlerts(parts)]);
  minutes = 90;
  await tendAlerts(parts);
  expect(await mails()).toEqual([
    {
      subject: expect.stringMatching(/^2 things need attention at /),
      body: expect.stringMatching(/No worker is running[\s\S]*The last crawler run failed/),
      to: 'operator@videos.test',
    },
  ]);
  expect(posts.map(({ body }) => [keys(body.begun), keys(body.ended)])).toEqual([
    [['no-worker', 'run-failed'], []],
  ]);

  await startLiving();
  minutes = 91;
  await tendAlerts(parts);
  await tendAlerts(parts);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^2 things/),
    expect.stringMatching(/^An issue is resolved at /),
  ]);
  expect(posts.map(({ body }) => [keys(body.begun), keys(body.ended)]).slice(1)).toEqual([
    [[], ['no-worker']],
  ]);
  const { conditions, past } = await site.admin().then((client) => client.operation.report());
  expect(keys(conditions)).toEqual(['mail-not-set-up', 'run-failed']);
  expect(past).toEqual([
    expect.objectContaining({ key: 'no-worker', since: START.toISOString(), endedAt: expect.any(String) }),
  ]);
});

test("a post is signed, and contains neither the webhook's address nor a person's", async () => {
  await failRun();
  await tendAlerts(parts);
  const [post] = posts;
  const [, seconds, mac] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(post?.headers['x-vesper-signature'])) ?? [];
  expect(Number(seconds)).toBe(START.getTime() / 1000);
  expect(mac).toBe(createHmac('sha256', SECRET).update(`${seconds}.${post?.raw}`).digest('hex'));
  expect(post?.raw).not.toMatch(/@|secret/);
  expect((await mails())[0]?.body).not.toMatch(/@|secret/);
});

test('an unreachable webhook gets the same message later; none is lost or reordered', async () => {
  await failRun();
  status = 503;
  await tendAlerts(parts);
  minutes = 1;
  await tendAlerts(parts);
  expect(posts).toHaveLength(1);
  minutes = 5;
  await tendAlerts(parts);
  status = 204;
  minutes = 6;
  await tendAlerts(parts);
  expect(posts).toHaveLength(2);
  minutes = 8;
  await tendAlerts(parts);
  expect(new Set(posts.slice(0, 3).map(({ body }) => body.id)).size).toBe(1);
  expect(posts.slice(2).map(({ body }) => keys(body.begun))).toEqual([['run-failed'], ['no-worker']]);
  minutes = 9;
  await tendAlerts(parts);
  expect(posts).toHaveLength(4);
  expect(await mails()).toHaveLength(2);
});

test('the site itself reports that no worker is running, and leaves the rest to a running one', async () => {
  await tendIfAlone(parts);
  minutes = 5;
  await tendIfAlone(parts);
  expect(posts.map(({ body }) => keys(body.begun))).toEqual([['no-worker']]);
  await startLiving();
  await sql`insert into jobs.job (name, state, completed_on) values
    ('tend-alerts', 'completed', now() - interval '4 minutes')`.execute(site.base.db);
  minutes = 6;
  await tendIfAlone(parts);
  expect(posts).toHaveLength(1);
  // The worker lives but does nothing; its last job is by a clock that was ahead.
  await sql`update jobs.job set completed_on = now() - interval '6 minutes'`.execute(site.base.db);
  await sql`insert into jobs.job (name, state, completed_on) values
    ('tend-alerts', 'completed', now() + interval '1 hour')`.execute(site.base.db);
  await tendIfAlone(parts);
  expect(posts.map(({ body }) => keys(body.ended))).toEqual([[], ['no-worker']]);
});
