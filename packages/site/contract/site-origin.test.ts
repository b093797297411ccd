import { expect, test } from 'vitest';
import { isLocalName, isOwnHost, publicOrigin, siteOrigin } from './site-origin.ts';

test.each([
  [{ domain: 'videos.example' }, 'http://other.example:3000', 'http://videos.example:3000'],
  [{ domain: '[::1]' }, 'http://localhost:3000', 'http://[::1]:3000'],
  [
    { domain: 'videos.example', address: 'https://videos.example:8443' },
    'http://other.example:3000',
    'https://videos.example:8443',
  ],
])('%j reached by %s is %s', (config, reached, origin) => {
  expect(siteOrigin(config, reached)).toBe(origin);
  expect(isOwnHost(config, origin)).toBe(true);
  expect(isOwnHost(config, 'http://www.videos.example')).toBe(false);
});

test.each([
  ['localhost', 'http://127.0.0.1:3000', true],
  ['[::1]', 'http://127.0.0.1', true],
  ['localhost', 'http://127.0.0.2', false],
  ['videos.example', 'http://127.0.0.1:3000', false],
])('the name of %s reached by %s is its own: %s', (domain, reached, is) => {
  expect(isOwnHost({ domain }, reached)).toBe(is);
});

test.each([
  ['127.0.0.1', true],
  ['[2001:db8::1]', true],
  ['localhost', true],
  ['web', true],
  ['local.example', false],
  ['x.mylocal', false],
])('%s is a local name: %s', (name, is) => {
  expect(isLocalName(name)).toBe(is);
});

test.each([
  [{ domain: 'videos.example' }, 'https://videos.example'],
  [{ domain: 'videos.example', address: 'http://videos.example:8080' }, 'http://videos.example:8080'],
  [{ domain: 'localhost' }, 'http://localhost:3900'],
])('what is sent out by %j leads to %s', (config, origin) => {
  expect(publicOrigin(config, 3900)).toBe(origin);
});
