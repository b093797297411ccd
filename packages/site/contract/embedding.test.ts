import { expect, test } from 'vitest';
import { Embedding } from './domains.ts';
import { frameAncestors, mayFrame } from './embedding.ts';

const OWN = 'https://videos.example';
const listed: Embedding = {
  sites: 'listed',
  hosts: ['blog.example', '*.friends.example', 'desk.example:8080'],
};

test('the policy names the sites that may frame the player, and always its own', () => {
  expect(frameAncestors({ sites: 'everyone', hosts: ['blog.example'] })).toBe('*');
  expect(frameAncestors({ sites: 'nobody', hosts: ['blog.example'] })).toBe("'self'");
  expect(frameAncestors(listed)).toBe("'self' blog.example *.friends.example desk.example:8080");
});

test.each([
  [OWN, true],
  ['https://blog.example', true],
  ['https://www.friends.example', true],
  ['https://desk.example:8080', true],
  ['https://friends.example', false],
  ['https://notfriends.example', false],
  ['https://blog.example:8443', false],
  ['https://desk.example', false],
  ['http://blog.example', false],
  ['https://blog.example.evil.example', false],
  ['null', false],
])('%s may speak to a player that lists sites: %s', (origin, may) => {
  expect(mayFrame(listed, origin, OWN)).toBe(may);
});

test('a player over plain http is for pages over either, one of nobody for its own alone', () => {
  expect(mayFrame(listed, 'http://blog.example', 'http://videos.example')).toBe(true);
  expect(mayFrame({ ...listed, sites: 'nobody' }, 'https://blog.example', OWN)).toBe(false);
  expect(mayFrame({ ...listed, sites: 'nobody' }, OWN, OWN)).toBe(true);
  expect(mayFrame({ ...listed, sites: 'everyone' }, 'null', OWN)).toBe(true);
});

test.each([
  ['blog.example', true],
  ['*.blog.example', true],
  ['127.0.0.1:3000', true],
  ['*', false],
  ['https://blog.example', false],
  ["'none'", false],
  ['a.example; script-src *', false],
  ['', false],
])('the host %j is accepted: %s', (host, isAccepted) => {
  expect(Embedding.safeParse({ sites: 'listed', hosts: [host] }).success).toBe(isAccepted);
});
