import type { Client } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { makeVideo } from '../../../test/factories.ts';
import { refusal } from '../../../test/refusal.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { createSynonymDirectory } from './synonyms.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(() => site.close());
beforeEach(() => sql`delete from search_synonyms`.execute(site.base.db));

const othersFor = async (domain: string, text: string) =>
  [...(await createSynonymDirectory(site.base.db, site.base.refusals).forDomain(domain))(text)].sort();

async function otherDomain() {
  const name = `other-${Date.now()}.test`;
  await addDomain(site.base.db, name, ['siteName=Other', 'brandName=Other']);
  const domains = await admin.domainSettings.list();
  return { name, id: domains.find(({ config }) => config.domain === name)?.id ?? '' };
}

test('each word of a group leads to the others, whatever its spelling', async () => {
  await admin.synonyms.create({ words: ['Northern Lights', 'Aurora', 'Aurora Borealis'] });
  await admin.synonyms.create({ words: ['aurora', 'Polarlicht'] });
  await admin.synonyms.create({ words: ['汽車', '列車'] });
  expect(await othersFor('any.test', 'northern lights')).toEqual(['aurora', 'aurora borealis']);
  expect(await othersFor('any.test', 'AURORA')).toEqual(['aurora borealis', 'northern lights', 'polarlicht']);
  expect(await othersFor('any.test', '汽車')).toEqual(['列车']);
  expect(await othersFor('any.test', 'northern')).toEqual([]);
});

test('a domain has its own beside those of every domain', async () => {
  const { name, id } = await otherDomain();
  await admin.synonyms.create({ words: ['fog', 'mist'] });
  await admin.synonyms.create({ words: ['fog', 'haze'], domainId: id });
  expect(await othersFor(name, 'fog')).toEqual(['haze', 'mist']);
  expect(await othersFor('any.test', 'fog')).toEqual(['mist']);
  expect((await admin.synonyms.list()).map(({ domainId }) => domainId)).toEqual([id, null]);
});

test('are changed and deleted, by one administrator at a time, and the audit log says so', async () => {
  const group = await admin.synonyms.create({ words: ['lorry', 'truck'] });
  const changed = await admin.synonyms.change({ id: group.id, version: 1, words: ['lorry', 'truck', 'van'] });
  expect(changed).toEqual({ id: group.id, domainId: null, words: ['lorry', 'truck', 'van'], version: 2 });
  const late = admin.synonyms.change({ id: group.id, version: 1, words: ['lorry', 'camion'] });
  expect(await refusal(late)).toEqual([
    409,
    'Another administrator has changed this group, so nothing was saved. It is now: lorry, truck, van.',
  ]);
  expect((await refusal(admin.synonyms.delete({ id: group.id, version: 1 })))[0]).toBe(409);
  expect(await admin.synonyms.delete({ id: group.id })).toEqual({
    message: 'lorry, truck, van are no longer synonyms.',
  });
  expect(await refusal(admin.synonyms.delete({ id: group.id }))).toEqual([
    404,
    'This synonym group does not exist.',
  ]);
  const { entries } = await admin.audit.list({ limit: 10 });
  expect(JSON.stringify(entries)).toContain('lorry, truck, van');
});

test.each([
  [['fog'], 400, 'A group has from 2 to 20 words.'],
  [['fog', '  '], 400, 'words.1: A word must not be empty.'],
  [['Colour', 'COLOUR'], 400, 'Searches treat all of these as one word.'],
  [['fog', '!?'], 400, '“!?” has no letter or digit.'],
  [['fog', 'a b c d e'], 400, '“a b c d e” is too long: use at most 4 words.'],
  [Array.from({ length: 21 }, (_, n) => `w${n}`), 400, 'A group has from 2 to 20 words.'],
  [['fog', 'x'.repeat(61)], 400, 'words.1: At most 60 characters are allowed here.'],
])('the words %j are refused', async (words, status, sentence) => {
  expect(await refusal(admin.synonyms.create({ words }))).toEqual([status, sentence]);
});

test('of a domain that is not there there are none, and strangers see none', async () => {
  const attempt = admin.synonyms.create({ words: ['fog', 'mist'], domainId: 'none' });
  expect(await refusal(attempt)).toEqual([404, 'This domain does not exist.']);
  expect((await refusal(site.client.synonyms.list()))[0]).toBe(401);
});

test('blocked words are no synonyms, whichever came first', async () => {
  await makeVideo(site.base.db, { title: 'Lanterns at dusk' });
  await admin.synonyms.create({ words: ['lanterns', 'flimmers', 'grubnix'] });
  const found = async (search: string) => (await site.client.videos.list({ search })).videos.length;
  expect([await found('flimmers'), await found('grubnix')]).toEqual([1, 1]);
  await admin.refusals.add({ language: 'en', terms: ['grubnix'] });
  expect(await othersFor('any.test', 'flimmers')).toEqual(['lanterns']);
  const create = admin.synonyms.create({ words: ['lanterns', 'gr-ub-nix'] });
  expect(await refusal(create)).toEqual([400, expect.stringContaining('a blocked term')]);
});
