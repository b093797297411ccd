import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CASE_KIND_FORMS } from './index.ts';

const NOT_KINDS = ['case-kind.ts', 'index.ts', 'problems.ts'];

test('every file of a kind is in the list', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => !name.endsWith('.test.ts') && !NOT_KINDS.includes(name),
  );
  expect(CASE_KIND_FORMS.map(({ slug }) => `${slug}.ts`).toSorted()).toEqual(files.toSorted());
});

test.each(CASE_KIND_FORMS.map((form) => [form.kind, form] as const))('%s is consistent', (kind, form) => {
  expect(form.slug).toBe(kind.replaceAll('_', '-'));
  const names = Object.keys(form.fields);
  const used = [
    ...Object.values(form.elements).flatMap(({ fields }) => fields),
    ...Object.values(form.parts).filter((part) => part !== null),
  ];
  expect(used.filter((name) => !names.includes(name))).toEqual([]);
});
