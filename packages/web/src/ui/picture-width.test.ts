import { expect, test } from 'vitest';
import { inWidth } from './picture-width.ts';

test('our own pictures come in other widths', () => {
  const own = '/media/thumbnail/3f-1/1795392000/Lv0SCrxoqC8pMCtO0dqn/640.webp';
  expect(inWidth(own, 320)).toBe('/media/thumbnail/3f-1/1795392000/Lv0SCrxoqC8pMCtO0dqn/320.webp');
  expect(inWidth(own, 1280)).toBe('/media/thumbnail/3f-1/1795392000/Lv0SCrxoqC8pMCtO0dqn/1280.webp');
});

test.each([
  'https://source.test/media/thumbnail/640.webp',
  '/media/thumbnail/x/1/s/640.webp?v=1',
  '/media/thumbnail/x/1/s/1640.webp',
])('%s stays as it is', (url) => {
  expect(inWidth(url, 320)).toBe(url);
});
