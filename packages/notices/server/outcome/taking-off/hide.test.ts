import { expect, test } from 'vitest';
import { hidesOnReceipt } from './hide.ts';

test('a counter-notice hides nothing, whatever the settings say', () => {
  const config = { secondReview: [], hideOnReceipt: ['counter_notice', 'privacy'] };
  expect(hidesOnReceipt(config, 'privacy')).toBe(true);
  expect(hidesOnReceipt(config, 'counter_notice')).toBe(false);
});
