import type { Client } from '@vesper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal } from '../../../test/refusal.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(() => site.close());

async function languageOf(code: string) {
  const found = (await admin.languages.list()).find((one) => one.code === code);
  if (!found) throw new Error(`There is no ${code}.`);
  return found;
}

test('are disabled and enabled, and renamed', async () => {
  const { id } = await languageOf('de');
  expect(await admin.languages.change({ id, enabled: false })).toMatchObject({ code: 'de', enabled: false });
  expect(await admin.languages.change({ id, name: 'High German' })).toMatchObject({ enabled: false });
  expect(await admin.languages.change({ id, name: 'German', enabled: true })).toMatchObject({
    name: 'German',
    enabled: true,
  });
  expect(await refusal(admin.languages.change({ id: 'none', enabled: true }))).toEqual([
    404,
    'This language does not exist.',
  ]);
});

test.each([
  ['pt-BR', 'Portuguese (Brazil)', undefined],
  ['es', 'Spanish', [409, 'A language with the code es already exists.']],
  ['spa', 'Spanish', [400, 'The code of that language is written "es", not "spa".']],
  ['pt-br', 'Portuguese', [400, 'The code of that language is written "pt-BR", not "pt-br".']],
  ['api', 'Api', [400, 'Addresses that begin with /api are reserved.']],
  ['e/s', 'Spanish', [400, expect.stringMatching(/^A language code has/)]],
  ['no', '  ', [400, 'A language needs a name.']],
])('the code %s of %s', async (code, name, refused) => {
  const attempt = admin.languages.create({ code, name, nativeName: 'Own name' });
  if (refused) expect(await refusal(attempt)).toEqual(refused);
  else expect(await attempt).toMatchObject({ code, enabled: true, translations: 0, keywords: 0 });
});

test('are deleted only while unused', async () => {
  const { id } = await admin.languages.create({ code: 'ga', name: 'Irish', nativeName: 'Gaeilge' });
  const keyword = await admin.keywords.create({
    keyword: 'patrún',
    slug: 'patrun',
    metaTitle: 'P',
    metaDescription: 'P',
    languageCode: 'ga',
  });
  expect(await refusal(admin.languages.delete({ id }))).toEqual([
    409,
    'Irish cannot be deleted while keywords are in it. Disable it instead.',
  ]);
  await admin.keywords.delete({ id: keyword.id });
  expect(await admin.languages.delete({ id })).toEqual({ message: 'Irish was deleted.' });
  expect(await refusal(admin.languages.delete({ id }))).toEqual([404, 'This language does not exist.']);
  const english = await languageOf('en');
  expect(await refusal(admin.languages.delete({ id: english.id }))).toEqual([
    409,
    'English is the language of the originals: it can only be disabled.',
  ]);
});
