import { DOWNLOAD_ERROR_CLASSES } from '@vesper/contract';
import { expect, test } from 'vitest';
import { adviceFor, decisionOfFailure } from './outcome.ts';

test.each([
  ['http_403', /the site blocks crawlers/],
  ['http_404', /are gone/],
  ['network', /retried/],
  ['paused', /after the pause/],
  ['not_video', /set rules for the source's pages/],
  ['robots', /robots\.txt/],
  ['duplicate', /under other addresses/],
])('of %s says what can be done', (errorClass, words) => {
  expect(adviceFor(decisionOfFailure(errorClass), errorClass)).toMatch(words);
});

test('every kind of failure has its own advice, not only to look at the download', () => {
  const without = DOWNLOAD_ERROR_CLASSES.filter((one) =>
    /exact error/.test(adviceFor(decisionOfFailure(one), one)),
  );
  expect(without).toEqual([]);
});
