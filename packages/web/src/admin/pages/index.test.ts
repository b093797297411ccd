import { ADMIN_PATTERNS, type AdminPageName, adminHref } from '@vesper/contract';
import { expect, test } from 'vitest';
import { findPage, NAVIGATION } from './index.ts';

const NAMES = Object.keys(ADMIN_PATTERNS) as AdminPageName[];

test.each(NAMES)('the address of %s leads to its page', async (name) => {
  const found = findPage(adminHref(name, '7'));
  expect(found).toMatchObject({ name, params: ADMIN_PATTERNS[name].includes(':id') ? { id: '7' } : {} });
  expect(await found?.load()).toMatchObject({ default: expect.any(Function) });
});

test('other addresses lead to none', () => {
  expect([findPage('/admin/nothing'), findPage('/admin/videos/7/more')]).toEqual([undefined, undefined]);
});

test('the navigation leads to every page that needs no id, but for the login, in this order', () => {
  const links = [...NAVIGATION].map(
    ([group, all]) => `${group}: ${all.map(({ label }) => label).join(', ')}`,
  );
  expect(links).toEqual([
    'Overview: Dashboard, Charts, How it is',
    'Library: Videos, Duplicates, Categories and tags, Notices, DMCA requests, Mail texts, Block list',
    'Intake: Sources, Crawler runs, Moved in, Jobs',
    'Words: Keywords, Searches, Synonyms, Languages, Refused terms',
    'Site: Domains, Search engines, Settings',
    'Access: Administrators, Tokens, API, Audit log',
  ]);
  const linked = [...NAVIGATION.values()].flat().map(({ pages: [first] }) => first);
  const plain = NAMES.filter((name) => name !== 'login' && !ADMIN_PATTERNS[name].includes(':id'));
  expect(linked.toSorted()).toEqual(plain.toSorted());
});
