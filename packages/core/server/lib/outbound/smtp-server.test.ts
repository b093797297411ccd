import { expect, test } from 'vitest';
import { parseSmtpUrl } from './smtp-server.ts';

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, encryption: 'offered', credentials: undefined }],
  ['smtps://mail.example', { port: 465, encryption: 'implicit', verifyCertificate: true }],
  ['smtp://127.0.0.1:2525/', { host: '127.0.0.1', port: 2525 }],
  ['smtp://[::1]:25', { host: '::1', port: 25 }],
  [
    'smtp://me%40site:p%3Aw%2F@mail.example',
    { encryption: 'required', credentials: { user: 'me@site', password: 'p:w/' } },
  ],
  ['smtp://a:b@mail.example?tls=none', { encryption: 'none' }],
  ['smtps://mail.example?tls=unverified', { encryption: 'implicit', verifyCertificate: false }],
])('%s is read', (text, expected) => {
  expect(parseSmtpUrl(text)).toMatchObject(expected);
});

test.each([
  ['mail.example', /must be the address of a mail server/],
  ['https://mail.example', /must be the address/],
  ['smtp://', /must be the address/],
  ['smtp://mail.example/inbox', /must be the address/],
  ['smtp://mail.example:99999', /must be the address/],
  ['smtp://mail.example#x', /must be the address/],
  ['smtp://user@mail.example', /a user and a password, or neither/],
  ['smtp://:hunter2@mail.example', /a user and a password, or neither/],
  ['smtp://a:hunter2%@mail.example', /percent sign/],
  ['smtp://a:hunter2@mail.example?pool=true', /one parameter only/],
  ['smtp://a:hunter2@mail.example?tls=off', /none or unverified/],
  ['smtps://a:hunter2@mail.example?tls=none', /use one or the other/],
])('%s is refused with a sentence, and no password in it', (text, sentence) => {
  expect(() => parseSmtpUrl(text)).toThrow(sentence);
  expect(() => parseSmtpUrl(text)).not.toThrow(/hunter2/);
});
