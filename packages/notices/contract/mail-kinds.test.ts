import { expect, test } from 'vitest';
import { fillMail, mailTextProblems, placesOf } from './mail-kinds.ts';

const text = (body: string, subject = 'About {number}') => ({ subject, body });

test.each([
  ['a whole text', text('{number}, {received}: {page}'), {}],
  [
    'an unknown place',
    text('{number} {reasons}'),
    { body: expect.stringContaining('{reasons} cannot stand here') },
  ],
  [
    'a place of another mail',
    text('{number} {confirmPage}'),
    { body: expect.stringContaining('{confirmPage}') },
  ],
  ['a stray brace', text('{number} {'), { body: expect.stringContaining('Braces') }],
  ['a missing place', text('No number'), { body: 'The text must name {number}.' }],
  ['lines in a subject', text('{number}', '{page}'), { subject: expect.stringContaining('{page}') }],
  ['nothing', text(' ', ' '), { subject: 'Required', body: 'Required' }],
])('%s', (_, given, problems) => {
  expect(mailTextProblems('denied', '', given)).toEqual(problems);
});

test('the form of a counter-notice is a place where the law has one', () => {
  expect(placesOf('source_taken_off', 'copyright')).toContain('counterForm');
  for (const kind of ['', 'privacy']) expect(placesOf('source_taken_off', kind)).not.toContain('counterForm');
});

test('what a value holds is never read as a place', () => {
  const filled = fillMail(text('{videos} {unknown}'), { videos: '{number}', number: '7' });
  expect(filled).toEqual({ subject: 'About 7', body: '{number} ' });
});
