import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../outbound/source-error.ts';
import { canonicalAddress } from './canonical-address.ts';

describe('canonicalAddress', () => {
  it.each([
    ['HTTP://Example.COM:80/Watch/1#t=5', 'http://example.com/Watch/1'],
    ['https://example.com:443', 'https://example.com/'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['http://example.com./a', 'http://example.com/a'],
    ['http://example.com/a/../b/./c/%2e%2E/d', 'http://example.com/b/d'],
    ['http://example.com/%7euser/%c3%a9', 'http://example.com/~user/%C3%A9'],
    ['http://exämple.com/', 'http://xn--exmple-cua.com/'],
    ['http://example.com/?b=2&a=1&a=0', 'http://example.com/?b=2&a=1&a=0'],
    ['http://example.com/?utm_source=x&id=7&utm_CAMPAIGN=y&gclid=1&fbclid=2', 'http://example.com/?id=7'],
    ['http://example.com/?utm%5Fsource=x&id=7', 'http://example.com/?id=7'],
    ['http://example.com/?', 'http://example.com/'],
    ['http://example.com/a%2Fb?x=%2f', 'http://example.com/a%2Fb?x=%2F'],
    ['  http://example.com/a\n', 'http://example.com/a'],
    ['http://example.com?a=1', 'http://example.com/?a=1'],
    ['http://example.com/a//b', 'http://example.com/a//b'],
    ["http://example.com/?it's", 'http://example.com/?it%27s'],
    ['http://127.1/a', 'http://127.0.0.1/a'],
  ])('%j -> %s', (url, canonical) => expect(canonicalAddress(url)).toBe(canonical));

  it.each([
    ['no address', '"no address" is not an http or https address.'],
    ['ftp://example.com/', '"ftp://example.com/" is not an http or https address.'],
    ['http://a:b@example.com/', 'An address with a user name or a password in it is not accepted.'],
    [
      `http://example.com/${'x'.repeat(2_000)}`,
      'An address of 2019 characters is longer than the 2000 allowed.',
    ],
  ])('refuses %.40j', (url, sentence) => {
    expect(() => canonicalAddress(url)).toThrow(new SourceError('bad_address', sentence));
  });

  it('measures the length without tracking', () => {
    const url = `http://example.com/${'x'.repeat(1_900)}?utm_source=${'y'.repeat(500)}`;
    expect(canonicalAddress(url)).toHaveLength(1_919);
  });

  it('is idempotent', () => {
    const piece = fc.constantFrom(' ', ...'% %4 %41 %2e %2F %25 . .. / // ? & = # utm_ a é \\ +'.split(' '));
    const path = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    const host = fc.constantFrom(...'Example.com example.com. example.com.. 127.1 [::1] a.b:80'.split(' '));
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.tuple(host, path)),
        (input) => {
          const once = canonicalAddress(typeof input === 'string' ? input : `http://${input[0]}/${input[1]}`);
          expect(canonicalAddress(once)).toBe(once);
        },
      ),
      { numRuns: 500 },
    );
  });
});
