import { expect, test } from 'vitest';
import { compareVersions } from './vesper-version.ts';

test('versions are compared number by number', () => {
  const sorted = ['1.10.0', '1.2.10', '2.0.0', '1.2.9'].toSorted(compareVersions);
  expect(sorted).toEqual(['1.2.9', '1.2.10', '1.10.0', '2.0.0']);
  expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
});
