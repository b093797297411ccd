import { expect, test } from 'vitest';
import { fillMail, mailTextProblems, placesOf } from './mail-kinds.ts';

const text = (body: string, subject = 'About {number}') => ({ subject, body });

test.each([
  ['a whole text', text('{number}, {received}: {page}'), {}],
  [
    'an unknown placeholder',
    text('{number} {reasons}'),
    { body: expect.stringContaining('{reasons} is not available here') },
  ],
  [
    'a placeholder of another mail',
    text('{number} {confirmPage}'),
    { body: expect.stringContaining('{confirmPage}') },
  ],
  ['a stray brace', text('{number} {'), { body: expect.stringContaining('Braces') }],
  ['a missing placeholder', text('No number'), { body: 'The text must contain {number}.' }],
  ['lines in a subject', text('{number}', '{page}'), { subject: expect.stringContaining('{page}') }],
  ['nothing', text(' ', ' '), { subject: 'Required', body: 'Required' }],
])('%s', (_, given, problems) => {
  expect(mailTextProblems('denied', '', given)).toEqual(problems);
});

test('the counter-notice form is a placeholder where the law provides one', () => {
  expect(placesOf('source_taken_off', 'copyright')).toContain('counterForm');
  for (const kind of ['', 'privacy']) expect(placesOf('source_taken_off', kind)).not.toContain('counterForm');
});

test('values are never read as placeholders', () => {
  const filled = fillMail(text('{videos} {unknown}'), { videos: '{number}', number: '7' });
  expect(filled).toEqual({ subject: 'About 7', body: '{number} ' });
});
