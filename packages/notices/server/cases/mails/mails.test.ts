import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CASE_KIND_FORMS, CASE_MAIL_NAMES, hasMail, mailTextProblems, placesOf } from '@vesper/contract';
import { expect, test } from 'vitest';
import { builtInText } from './built-in-texts.ts';
import { bestOf, wishesOf } from './language.ts';

const KINDS = ['', ...CASE_KIND_FORMS.map(({ kind }) => kind)];
test('the default texts use the placeholders available to custom texts', () => {
  for (const mail of CASE_MAIL_NAMES)
    for (const kind of KINDS.filter((one) => hasMail(mail, one))) {
      const offered: readonly string[] = placesOf(mail, kind);
      const text = builtInText(mail, kind, (place) => offered.includes(place));
      expect(mailTextProblems(mail, kind, text), `${mail}, "${kind}"`).toEqual({});
    }
});

/** Not about a case. */
const TO_OPERATORS = ['cases/deadlines/alarms.ts', 'intake/digest.ts', 'outcome/taking-off/hide-named.ts'];

test('every mail about a case is sent through the lookup of custom texts', async () => {
  const desk = path.join(import.meta.dirname, '../..');
  const putting: string[] = [];
  let naming = '';
  for (const file of await readdir(desk, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('test.ts')) continue;
    const text = await readFile(path.join(desk, file), 'utf8');
    if (/\bputMail\(/.test(text)) putting.push(file);
    if (!file.endsWith('-texts.ts')) naming += text;
  }
  const isNamed = (name: string) => naming.includes(`'${name.replace(/_partly$/, '')}'`);
  expect(CASE_MAIL_NAMES.filter((name) => !isNamed(name))).toEqual([]);
  expect(putting.toSorted()).toEqual([...TO_OPERATORS, 'cases/mails/put-mail.ts'].toSorted());
});

test('reads the languages a browser accepts, most preferred first', () => {
  expect(wishesOf('fr;q=0.2, de-AT, en;q=0.5, *;q=0.1, nl;q=0')).toEqual(['de-at', 'en', 'fr']);
  expect(wishesOf('')).toEqual([]);
  expect(wishesOf('x'.repeat(10_000))).toEqual([]);
});

test.each([
  [['de-at'], 'de'],
  [['pt'], 'pt-BR'],
  [['pt-br'], 'pt-BR'],
  [['ja', 'en-us'], 'en'],
  [['ja'], null],
])('%j is answered in %s', (wishes, code) => {
  expect(bestOf(wishes, ['de', 'en', 'pt-BR'])).toBe(code);
});
