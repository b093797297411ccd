import { CASE_KIND_FORMS, type CaseKindForm } from '@vesper/contract';
import { expect, test } from 'vitest';
import { CASE_KINDS, COUNTERED_KINDS } from './index.ts';

test('clock names are unique within a kind', () => {
  for (const { clocks } of CASE_KINDS) {
    const names = clocks.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  }
});

test('receipts show no number of a restricted case', () => {
  const restricted = new Set(CASE_KINDS.filter(({ isRestricted }) => isRestricted).map(({ kind }) => kind));
  expect(restricted.size).toBeGreaterThan(0);
  const numbered = CASE_KIND_FORMS.filter(({ receipt }) => receipt?.hasNumber).map(
    ({ kind }) => kind as string,
  );
  expect(numbered.filter((kind) => restricted.has(kind))).toEqual([]);
});

test('receipts link to a counter-notice where the law provides one', () => {
  const leading = CASE_KIND_FORMS.map((form): CaseKindForm => form).filter(
    ({ receipt }) => receipt?.hasCounterNotice,
  );
  expect(leading.map(({ kind }) => kind)).toEqual(COUNTERED_KINDS);
});
