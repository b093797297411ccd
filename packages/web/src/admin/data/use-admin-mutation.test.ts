import { CallError } from '@vesper/contract';
import { expect, it } from 'vitest';
import { reasonIn } from './password-question.ts';
import { failureToast } from './use-admin-mutation.ts';

const CATALOGUE = 'Failed to queue download';

it("says the server's own sentence, or that of the catalogue", () => {
  const refused = { status: 409, sentence: 'It is in the queue.' };
  expect(failureToast(refused, CATALOGUE)).toEqual({
    title: 'Error',
    description: 'It is in the queue.',
    tone: 'destructive',
  });
  for (const error of [
    new TypeError('Failed to fetch'),
    new CallError(502, '<h1>Bad Gateway</h1>', 'Bad Gateway'),
  ])
    expect(failureToast(error, CATALOGUE)).toMatchObject({ description: CATALOGUE });
});

it('leaves out the name that a field has for programs', () => {
  const fields = { dailyQuota: 'It must be a whole number.' };
  const refused = { status: 400, sentence: 'dailyQuota: It must be a whole number.', fields };
  expect(failureToast(refused, CATALOGUE).description).toBe('It must be a whole number.');
  const other = { ...refused, sentence: 'Note: this is another sentence.' };
  expect(failureToast(other, CATALOGUE).description).toBe('Note: this is another sentence.');
});

it('says with the question for the password what an act would do, if the server does', () => {
  const always = 'Please give your password again (POST /api/admin/confirm), then do this again.';
  const hides = 'This would hide 56 public videos.';
  const reasons = [always, `${hides} ${always}`].map((sentence) => reasonIn({ status: 403, sentence }));
  expect(reasons).toEqual(['', hides]);
});
