import { expect, test } from 'vitest';
import { pageAddress } from './pages.ts';

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/?utm_source=mail&page=2', '/?page=2'],
  ['/?page=2&search=slow%20waves', '/?search=slow+waves&page=2'],
  ['/?page=2&page=3', '/?page=2'],
  ['/category/charts?sort=views&x=1', '/category/charts?sort=views'],
  ['/dmca/submit?url=https%3A%2F%2Fsite.example%2F', '/dmca/submit?url=https%3A%2F%2Fsite.example%2F'],
  ['/video/a%3Fb?v=1', '/video/a%3Fb'],
])('%s is shown as %s', (given, address) => {
  expect(pageAddress(given)).toBe(address);
});
