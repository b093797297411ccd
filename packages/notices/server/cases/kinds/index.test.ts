import { CASE_KIND_FORMS, type CaseKindForm } from '@vesper/contract';
import { expect, test } from 'vitest';
import { CASE_KINDS, COUNTERED_KINDS } from './index.ts';

test('the clocks of a kind have names of their own', () => {
  for (const { clocks } of CASE_KINDS) {
    const names = clocks.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  }
});

test('receipts give no number of a restricted case', () => {
  const restricted = new Set(CASE_KINDS.filter(({ isRestricted }) => isRestricted).map(({ kind }) => kind));
  expect(restricted.size).toBeGreaterThan(0);
  const numbered = CASE_KIND_FORMS.filter(({ receipt }) => receipt?.hasNumber).map(
    ({ kind }) => kind as string,
  );
  expect(numbered.filter((kind) => restricted.has(kind))).toEqual([]);
});

test('receipts lead to a counter-notice where the law has one', () => {
  const leading = CASE_KIND_FORMS.map((form): CaseKindForm => form).filter(
    ({ receipt }) => receipt?.hasCounterNotice,
  );
  expect(leading.map(({ kind }) => kind)).toEqual(COUNTERED_KINDS);
});
