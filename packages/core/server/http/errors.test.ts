import { expect, test } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { silentLog } from '../lib/log.ts';
import { StorageError } from '../storage/storage.ts';
import { errorBody, errorStatus } from './errors.ts';

const answerTo = (error: unknown) => {
  const body = errorBody(error, silentLog);
  return [errorStatus(body), body.message];
};

test('a thrown error becomes a status and a sentence', () => {
  expect(answerTo(new AppError('gone', 'It is gone.'))).toEqual([410, 'It is gone.']);
  expect(answerTo(Object.assign(new Error(), { code: '22021' }))[0]).toBe(400);
  expect(answerTo(Object.assign(new Error(), { statusCode: 413 }))[0]).toBe(413);
});

test.each(['40P01', '40001'])('a deadlock victim (%s) is asked to try again', (code) => {
  expect(answerTo(Object.assign(new Error('deadlock detected'), { code }))).toEqual([
    409,
    expect.stringMatching(/nothing was changed. Please try again/),
  ]);
});

test('an unexpected error says nothing about itself', () => {
  expect(answerTo(new Error('a secret'))).toEqual([500, expect.not.stringContaining('secret')]);
});

test.each([
  ['55P03', 503, /try again in a moment/],
  ['53100', 503, /^The disk is full, so nothing can be saved/],
  ['ENOSPC', 503, /^The disk is full/],
  ['EDQUOT', 503, /^The disk is full/],
  ['25006', 503, /^The database is read-only/],
  ['EROFS', 503, /^The disk is read-only/],
  ['EACCES', 503, /^A folder of the site is not writable/],
  ['57P03', 503, /^The database does not answer/],
  ['08006', 503, /^The database does not answer/],
  ['ECONNREFUSED', 503, /^The database does not answer/],
])('%s is %i and a sentence without a path', (code, status, sentence) => {
  const error = Object.assign(new Error(`${code}: /data/work`), { code, path: '/data/work/x' });
  expect(answerTo(error)).toEqual([status, expect.stringMatching(sentence)]);
  expect(answerTo(error)[1]).not.toContain('/data');
});

test.each(['ECONNREFUSED', 'ECONNRESET', 'AccessDenied'])(
  'a bucket refusing with %s is not taken for the database, and not named',
  (code) => {
    const error = new StorageError(code, `The bucket "films" did not describe a.mp4: ${code}.`);
    expect(answerTo(error)).toEqual([503, 'The storage is temporarily unavailable. Please try again later.']);
  },
);
