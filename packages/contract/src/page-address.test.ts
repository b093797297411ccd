import { isPrivatePage, pageAddress } from '@vesper/core/contract';
import { expect, test } from 'vitest';

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/?utm_source=mail&page=2', '/?page=2'],
  ['/?page=2&search=slow%20waves', '/?search=slow+waves&page=2'],
  ['/category/charts?sort=views&x=1', '/category/charts?sort=views'],
  ['/dmca/submit?url=https%3A%2F%2Fsite.example%2F', '/dmca/submit?url=https%3A%2F%2Fsite.example%2F'],
  ['/report/counter-notice?case=7&url=x', '/report/counter-notice?url=x&case=7'],
  ['/video/a%3Fb?v=1', '/video/a%3Fb'],
  ['/?url=x&case=7', '/'],
])('%s is shown as %s', (given, address) => {
  expect(pageAddress(given)).toBe(address);
});

test('a private page is one however its address is escaped', () => {
  const addresses = [
    '/report/status/x',
    '/report/%73tatus/x',
    '/%72eport/conf%69rm/x?a=%ff',
    '/report/minor',
    '/',
  ];
  expect(addresses.map(isPrivatePage)).toEqual([true, true, true, false, false]);
});
