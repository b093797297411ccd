import { expect, test } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { silentLog } from '../lib/log.ts';
import { errorBody, errorStatus } from './errors.ts';

const answerTo = (error: unknown) => {
  const body = errorBody(error, silentLog);
  return [errorStatus(body), body.message];
};

test('what was thrown is answered with a status and a sentence', () => {
  expect(answerTo(new AppError('gone', 'It is gone.'))).toEqual([410, 'It is gone.']);
  expect(answerTo(Object.assign(new Error(), { code: '22021' }))[0]).toBe(400);
  expect(answerTo(Object.assign(new Error(), { statusCode: 413 }))[0]).toBe(413);
});

test('a deadlock is no fault of ours: the one who gave way is asked to try again', () => {
  for (const code of ['40P01', '40001']) {
    expect(answerTo(Object.assign(new Error('deadlock detected'), { code }))).toEqual([
      409,
      expect.stringMatching(/nothing was done. Please try again/),
    ]);
  }
});

test('the unexpected says nothing about itself', () => {
  expect(answerTo(new Error('a secret'))).toEqual([500, expect.not.stringContaining('secret')]);
});
