import { CallError, type Client, createClient, fetchTransport, OWNER } from '@vesper/contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../test/everyone.ts';
import { makeOneOfEach, ONE_ID, THREE_ID, TWO_ID } from '../test/one-of-each.ts';
import { startTestSite, type TestSite } from '../test/site.ts';

/** Holds two administrators' calls at a locked row until both wait: one succeeds, the other is told and changes nothing. */

let site: TestSite;
let anna: Client;
let berta: Client;
beforeAll(async () => {
  site = await startTestSite();
  [anna, berta] = [await newAdministrator(), await newAdministrator()];
});
beforeEach(() => makeOneOfEach(site.base.db));
afterAll(() => site.close());

async function newAdministrator(): Promise<Client> {
  const { id, cookie } = await signIn(site);
  // For calls that ask for the password.
  await sql`update admin_sessions set confirmed_at = now() where administrator_id = ${id}`.execute(
    site.base.db,
  );
  return createClient(fetchTransport(site.url, { origin: site.url, cookie }));
}

const one = { id: ONE_ID };

/** Writers wait for it. */
const row = (table: string, id = ONE_ID) => sql`select from ${sql.table(table)} where id = ${id} for update`;
const numbered = (table: string, id: number) =>
  sql`select from ${sql.table(table)} where id = ${id} for update`;
/** Nobody may add rows, all may read. */
const whole = (table: string) => sql`lock table ${sql.table(table)} in share row exclusive mode`;
const topics = sql`select from topic_settings for update`;

type Act = (client: Client) => Promise<unknown>;

interface Outcome {
  /** By call: whether it succeeded. */
  won: boolean[];
  refusals: { status: number; sentence: string }[];
}

async function atOnce(held: RawBuilder<unknown>, first: Act, second: Act): Promise<Outcome> {
  const { db } = site.base;
  let calls: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
  await db.transaction().execute(async (tx) => {
    await held.execute(tx);
    calls = Promise.allSettled([first(anna), second(berta)]);
    // Not within the transaction, whose view does not change.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.n;
      }, POLL)
      .toBe(2);
  });
  const settled = await calls;
  return {
    won: settled.map(({ status }) => status === 'fulfilled'),
    refusals: settled.flatMap((one) => (one.status === 'rejected' ? [refusalOf(one.reason)] : [])),
  };
}

const POLL = { timeout: 20_000, interval: 5 };

function refusalOf(error: unknown): { status: number; sentence: string } {
  if (!(error instanceof CallError)) throw error;
  return { status: error.status, sentence: error.sentence };
}

async function expectOneWinner(held: RawBuilder<unknown>, acts: [Act, Act], status = 409): Promise<number> {
  const { won, refusals } = await atOnce(held, ...acts);
  expect(refusals).toEqual([{ status, sentence: expect.stringMatching(/^[A-Z"].*\.$/) }]);
  expect(won.filter(Boolean)).toHaveLength(1);
  return won.indexOf(true);
}

const twice = (act: Act): [Act, Act] => [act, act];

describe('of two concurrent changes one succeeds, and the other is told:', () => {
  const NAMES: [string, string] = ['By Anna', 'By Berta'];
  const each = (act: (client: Client, name: string) => Promise<unknown>): [Act, Act] => [
    (client) => act(client, NAMES[0]),
    (client) => act(client, NAMES[1]),
  ];
  const config = async (name: string) => {
    const domain = await anna.domainSettings.get(one);
    return { ...domain.config, brandName: name };
  };

  test.each<[string, RawBuilder<unknown>, [Act, Act], () => Promise<string | undefined>]>([
    [
      'a language',
      row('languages'),
      each((client, name) => client.languages.change({ ...one, version: 1, name })),
      async () => (await anna.languages.list()).find(({ id }) => id === ONE_ID)?.name,
    ],
    [
      'a keyword',
      row('keywords'),
      each((client, metaTitle) => client.keywords.change({ ...one, version: 1, metaTitle })),
      async () => (await anna.keywords.list())[0]?.metaTitle,
    ],
    [
      'a video',
      row('videos'),
      each((client, title) => client.catalogue.change({ ...one, version: 0, title })),
      async () => (await anna.catalogue.get(one)).title,
    ],
    [
      'a source',
      row('video_sources'),
      each((client, name) => client.sources.change({ ...one, version: 1, name })),
      async () => (await anna.sources.get(one)).name,
    ],
    [
      'the basis of a source',
      row('video_sources'),
      each((client, grantedBy) =>
        client.sources.change({
          ...{ ...one, version: 1 },
          basis: {
            basis: 'own',
            scope: ['embed', 'hotlink', 'download', 'metadata'],
            evidence: 'x',
            grantedBy,
          },
        }),
      ),
      async () => (await anna.sources.get(one)).permissions.find(({ isValid }) => isValid)?.grantedBy ?? '',
    ],
    [
      'a domain',
      row('domains'),
      each(async (client, name) =>
        client.domainSettings.change({ ...one, version: 1, config: await config(name) }),
      ),
      async () => (await anna.domainSettings.get(one)).config.brandName,
    ],
    [
      'the name of a category',
      topics,
      each((client, name) => client.topics.renameCategory({ ...one, name, seenName: 'One' })),
      async () => (await anna.topics.get()).categories.find(({ id }) => id === ONE_ID)?.name,
    ],
    [
      'what becomes of a tag',
      topics,
      each((client, becomes) => client.topics.changeTag({ tag: 'charts', becomes })),
      async () => (await anna.topics.tagRules()).find(({ tag }) => tag === 'charts')?.becomes ?? '',
    ],
  ])('%s', async (_what, held, acts, nowIs) => {
    const winner = await expectOneWinner(held, acts);
    expect((await nowIs())?.toLowerCase()).toBe(NAMES[winner]?.toLowerCase());
  });

  test('the rule about a name', async () => {
    const ids = [ONE_ID, TWO_ID];
    const winner = await expectOneWinner(topics, [
      (client) => client.topics.setRule({ name: 'New', categoryId: ONE_ID }),
      (client) => client.topics.setRule({ name: 'New', categoryId: TWO_ID }),
    ]);
    const { categories } = await anna.topics.get();
    expect(categories.find(({ synonyms }) => synonyms.includes('new'))?.id).toBe(ids[winner]);
  });

  test('the picture of a video', async () => {
    const winner = await expectOneWinner(row('videos'), [
      (client) => client.mediaJobs.choosePoster({ ...one, atSeconds: 1, seenAtSeconds: null }),
      (client) => client.mediaJobs.choosePoster({ ...one, atSeconds: 2, seenAtSeconds: null }),
    ]);
    expect((await anna.catalogue.get(one)).posterAtSeconds).toBe(winner + 1);
  });

  test('the state of a video', async () => {
    const winner = await expectOneWinner(row('videos'), [
      (client) => client.catalogue.act({ ...one, act: 'hide', seenStatus: 'published' }),
      (client) => client.catalogue.act({ ...one, act: 'remove', reason: 'x', seenStatus: 'published' }),
    ]);
    expect((await anna.catalogue.get(one)).status).toBe(['hidden', 'removed'][winner]);
  });

  test('a category that two domains claim', async () => {
    const claim =
      (domain: string): Act =>
      async (client) => {
        const { config } = await client.domainSettings.get(one);
        return client.domainSettings.create({ config: { ...config, domain, ownedCategories: ['One'] } });
      };
    const winner = await expectOneWinner(
      whole('domains'),
      [claim('first.example'), claim('second.example')],
      400,
    );
    const owners = (await anna.domainSettings.list()).filter(({ config }) => config.ownedCategories?.length);
    expect(owners.map(({ config }) => config.domain)).toEqual([['first.example', 'second.example'][winner]]);
  });

  test('a password that is reset', async () => {
    const told: string[] = [];
    const reset: Act = async (client) => told.push((await client.administrators.resetPassword(one)).password);
    await expectOneWinner(row('administrators'), twice(reset));
    const response = await fetch(`${site.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: JSON.stringify({ username: 'one', password: told[0] }),
    });
    expect([told.length, response.status]).toEqual([1, 200]);
  });
});

describe('of two concurrent decisions one is told:', () => {
  const two = { id: TWO_ID };
  test.each<[string, RawBuilder<unknown>, [Act, Act]]>([
    [
      'about a notice',
      row('cases'),
      [
        (client) => client.takedowns.decide({ ...one, status: 'approved' }),
        (client) => client.takedowns.decide({ ...one, status: 'denied' }),
      ],
    ],
    [
      'to undo a takedown',
      row('cases', TWO_ID),
      twice((client) => client.takedowns.restore({ ...two, reason: 'It was wrong.' })),
    ],
    [
      'to void a strike',
      row('source_strikes'),
      twice((client) => client.takedowns.voidStrike({ ...one, reason: 'It was wrong.' })),
    ],
    [
      'about a gone video',
      row('videos', THREE_ID),
      [
        (client) => client.health.decide({ id: THREE_ID, decision: 'remove' }),
        (client) => client.health.decide({ id: THREE_ID, decision: 'keep_hidden' }),
      ],
    ],
    [
      'about a duplicate',
      numbered('duplicate_decisions', 1),
      [
        (client) => client.duplicates.decide({ id: '1', outcome: 'merge' }),
        (client) => client.duplicates.decide({ id: '1', outcome: 'keep' }),
      ],
    ],
    [
      'to undo an act',
      numbered('bulk_acts', 1),
      twice((client) => client.catalogue.undoBulkAct({ id: '1' })),
    ],
    ['to bring a video again', row('videos'), twice((client) => client.catalogue.redownload(one))],
    [
      'that new names make no categories',
      topics,
      twice((client) => client.topics.change({ newCategories: false })),
    ],
    ['to stop the crawler', row('crawler_runs'), twice((client) => client.crawler.stop({ runId: ONE_ID }))],
    [
      'to try a download again',
      row('download_jobs', TWO_ID),
      twice((client) => client.downloads.retry({ id: TWO_ID })),
    ],
    ['to try a media job again', row('media_jobs'), twice((client) => client.mediaJobs.retry(one))],
    [
      'to cancel a media job',
      row('media_jobs', TWO_ID),
      twice((client) => client.mediaJobs.cancel({ id: TWO_ID })),
    ],
    ['to end a token', row('personal_tokens'), twice((client) => client.tokens.revoke(one))],
    [
      'that two tags become each other',
      topics,
      [
        (client) => client.topics.changeTag({ tag: 'slow', becomes: 'calm' }),
        (client) => client.topics.changeTag({ tag: 'calm', becomes: 'slow' }),
      ],
    ],
  ])('%s', async (_what, held, acts) => {
    await expectOneWinner(held, acts);
  });
});

describe('of two concurrent creations one is told:', () => {
  test.each<[string, RawBuilder<unknown>, Act]>([
    [
      'a language',
      whole('languages'),
      (client) => client.languages.create({ code: 'qaa', name: 'New', nativeName: 'New' }),
    ],
    [
      'a keyword',
      whole('keywords'),
      (client) =>
        client.keywords.create({ keyword: 'New', slug: 'new', metaTitle: 'New', metaDescription: 'New' }),
    ],
    ['a category', topics, (client) => client.topics.createCategory({ name: 'New' })],
    [
      'a source',
      whole('video_sources'),
      (client) => client.sources.create({ name: 'New', baseUrl: 'https://new.example/' }),
    ],
    [
      'a domain',
      whole('domains'),
      async (client) => {
        const { config } = await client.domainSettings.get(one);
        return client.domainSettings.create({ config: { ...config, domain: 'new.example' } });
      },
    ],
    [
      'an administrator',
      whole('administrators'),
      (client) => client.administrators.add({ username: 'another', role: OWNER }),
    ],
    [
      'a download',
      whole('download_jobs'),
      (client) => client.downloads.add({ sourceUrl: 'https://source.example/new' }),
    ],
    [
      'a re-run',
      sql`lock table media_reruns in share row exclusive mode`,
      (client) => client.mediaJobs.rerun({ step: 'film', all: true }),
    ],
  ])('%s', async (_what, held, act) => {
    await expectOneWinner(held, twice(act));
  });

  test('a crawler run', async () => {
    await sql`delete from crawler_runs`.execute(site.base.db);
    await expectOneWinner(
      whole('crawler_runs'),
      twice((client) => client.crawler.start()),
    );
  });
});

describe('when one of two deletes, the second is told:', () => {
  test.each<[string, RawBuilder<unknown>, [Act, Act]]>([
    [
      'a language',
      row('languages'),
      [
        (client) => client.languages.change({ ...one, version: 1, enabled: false }),
        (client) => client.languages.delete({ ...one, version: 1 }),
      ],
    ],
    [
      'a keyword',
      row('keywords'),
      [
        (client) => client.keywords.change({ ...one, version: 1, metaTitle: 'x' }),
        (client) => client.keywords.delete({ ...one, version: 1 }),
      ],
    ],
    [
      'a source',
      row('video_sources'),
      [
        (client) => client.sources.change({ ...one, version: 1, dailyQuota: 3 }),
        (client) => client.sources.delete({ ...one, version: 1, videos: 'remove' }),
      ],
    ],
    [
      'a domain',
      row('domains'),
      [
        async (client) => {
          const { config } = await client.domainSettings.get(one);
          return client.domainSettings.change({ ...one, version: 1, config: { ...config, brandName: 'x' } });
        },
        (client) => client.domainSettings.remove({ ...one, version: 1 }),
      ],
    ],
    [
      'a category',
      topics,
      [
        (client) => client.topics.renameCategory({ ...one, name: 'New', seenName: 'One' }),
        (client) => client.topics.deleteCategory({ ...one, seenName: 'One' }),
      ],
    ],
    ['a rule about a name', topics, twice((client) => client.topics.deleteRule({ name: 'uno' }))],
    ['a rule about a tag', topics, twice((client) => client.topics.deleteTagRule({ tag: 'uno' }))],
    ['a session', row('admin_sessions'), twice((client) => client.adminSessions.revoke(one))],
    ['an administrator', row('administrators'), twice((client) => client.administrators.remove(one))],
  ])('%s', async (_what, held, acts) => {
    const { won, refusals } = await atOnce(held, ...acts);
    // Nothing is left to change or delete.
    expect(refusals).toEqual([
      { status: expect.toBeOneOf([404, 409]), sentence: expect.stringMatching(/^[A-Z"].*\.$/) },
    ]);
    expect(won.filter(Boolean)).toHaveLength(1);
  });
});

describe('a stale view is told, and nothing is done:', () => {
  const expectConflict = (call: Promise<unknown>, sentence: string | RegExp) =>
    expect(call).rejects.toMatchObject({ status: 409, sentence: expect.stringMatching(sentence) });

  test('a removed video is not published by who saw it hidden', async () => {
    await anna.catalogue.act({ ...one, act: 'hide' });
    await anna.catalogue.act({ ...one, act: 'remove', reason: 'It is broken.', seenStatus: 'hidden' });
    await expectConflict(
      berta.catalogue.act({ ...one, act: 'publish', seenStatus: 'hidden' }),
      /^This video has changed since you opened it: it is now removed\./,
    );
    expect((await anna.catalogue.get(one)).status).toBe('removed');
  });

  test('a rule about a name is replaced or removed only by who knows it', async () => {
    await anna.topics.setRule({ name: 'UNO', categoryId: TWO_ID, replaces: { categoryId: ONE_ID } });
    await expectConflict(
      berta.topics.setRule({ name: 'uno', categoryId: null, replaces: { categoryId: ONE_ID } }),
      /^A rule already says that "uno" goes into Two. Nothing was changed\./,
    );
    await expectConflict(
      berta.topics.deleteRule({ name: 'uno', categoryId: ONE_ID }),
      'Another administrator has changed the rule for "uno": it goes into Two now. Nothing was changed.',
    );
    await expectConflict(
      berta.topics.setRule({ name: 'uno', categoryId: TWO_ID }),
      'A rule already says that "uno" goes into Two.',
    );
    await berta.topics.deleteRule({ name: 'uno', categoryId: TWO_ID });
    await expectConflict(
      anna.topics.setRule({ name: 'uno', categoryId: null, replaces: { categoryId: TWO_ID } }),
      'Another administrator has removed the rule for "uno" in the meantime.',
    );
  });

  test('a password is not reset twice', async () => {
    const seen = (await anna.administrators.list()).find(({ id }) => id === ONE_ID)?.passwordChangedAt ?? '';
    await anna.administrators.resetPassword({ ...one, seenPasswordChangedAt: seen });
    await expectConflict(
      berta.administrators.resetPassword({ ...one, seenPasswordChangedAt: seen }),
      'The password of one was changed or reset by someone else in the meantime, so it was not reset again.',
    );
  });

  test('a source being deleted is not deleted again', async () => {
    await sql`update video_sources set enabled = false, deleting_at = now()`.execute(site.base.db);
    await expectConflict(
      berta.sources.delete({ ...one, videos: 'remove' }),
      'This source is already being deleted with its videos.',
    );
  });
});
