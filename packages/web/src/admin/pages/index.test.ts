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

test('the navigation leads to every page that needs no id, but for the login, each from its own place', () => {
  expect([...NAVIGATION.keys()]).toEqual([
    'Overview',
    'Library',
    'Sources and imports',
    'SEO and languages',
    'Site',
    'Access',
  ]);
  const links = [...NAVIGATION.values()].flat();
  const plain = NAMES.filter((name) => name !== 'login' && !ADMIN_PATTERNS[name].includes(':id'));
  expect(links.map(({ pages: [first] }) => first).toSorted()).toEqual(plain.toSorted());
  expect(new Set(links.map(({ place }) => place)).size).toBe(links.length);
});
