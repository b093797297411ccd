import { expect, test } from 'vitest';
import { isBareAddress, mailboxOf } from './address.ts';

test.each(['ann@films.example', 'contact@localhost', "o'neil+tag@films.example", 'ann@müller.example'])(
  '%s is an address',
  (text) => expect(isBareAddress(text)).toBe(true),
);

test.each([
  '',
  'ann@',
  '@films.example',
  'ann@films.example, ben@films.example',
  'ann@films.example\r\nBcc: ben@films.example',
  'Ann <ann@films.example>',
  '"ann ben"@films.example',
  'ann@films.example\0',
  'ann@ben@films.example',
])('%j is none', (text) => expect(isBareAddress(text)).toBe(false));

test('an owner has one mailbox, however it is spelled', () => {
  for (const address of ['Ann.Lee@Films.example', 'annlee+1@films.example', 'a.n.n.l.e.e+x+y@films.example'])
    expect(mailboxOf(address)).toBe('annlee@films.example');
  expect(mailboxOf('+tag@films.example')).not.toBe(mailboxOf('+other@films.example'));
});
