import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CaseField, CaseKindForm } from './case-kind.ts';
import { CASE_KIND_FORMS } from './index.ts';
import { caseProblems, missingElements } from './problems.ts';

const NOT_KINDS = ['case-kind.ts', 'fields.ts', 'index.ts', 'problems.ts'];

test('every file of a kind is listed', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => !name.endsWith('.test.ts') && !NOT_KINDS.includes(name),
  );
  expect(CASE_KIND_FORMS.map(({ slug }) => `${slug}.ts`).toSorted()).toEqual(files.toSorted());
});

const FORMS = CASE_KIND_FORMS.map((form) => [form.kind, form] as const);

test.each(FORMS)('%s is consistent', (kind, form) => {
  expect(form.slug).toBe(kind.replaceAll('_', '-'));
  const names = Object.keys(form.fields);
  const used = [
    ...Object.values(form.elements).flatMap(({ fields }) => fields),
    ...Object.values(form.parts).filter((part) => part !== null),
  ];
  expect(used.filter((name) => !names.includes(name))).toEqual([]);
});

test('a field name is a tick in all kinds or in none, because the private page reads it without the kind', () => {
  const fields = FORMS.flatMap(([, form]) => Object.entries<CaseField>(form.fields));
  const ticks = new Set(fields.filter(([, { type }]) => type === 'tick').map(([name]) => name));
  expect(fields.filter(([name, { type }]) => ticks.has(name) && type !== 'tick')).toEqual([]);
});

function filledIn({ fields }: CaseKindForm): Record<string, unknown> {
  const values = { email: 'ann@films.example', url: 'https://site.example/video/1', tick: true } as const;
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type, choices }]) => {
      if (type === 'choice') return [name, Object.keys(choices ?? {})[0]];
      if (type === 'addresses') return [name, 'https://site.example/video/1\nhttps://site.example/video/2'];
      return [name, values[type as keyof typeof values] ?? 'Some words'];
    }),
  );
}

test.each(FORMS)('%s lacks every element of its law when empty, and none when filled in', (_kind, form) => {
  expect(missingElements(form, {})).toEqual(Object.keys(form.elements));
  expect(missingElements(form, { ...filledIn(form), goodFaithStatement: false })).toEqual(
    'good_faith' in form.elements ? ['good_faith'] : [],
  );
  expect([...caseProblems(form, filledIn(form))]).toEqual([]);
  expect(missingElements(form, filledIn(form))).toEqual([]);
});

test.each(FORMS.filter(([kind]) => kind !== 'copyright'))(
  '%s requires only what is needed to reply and to find the content',
  (_kind, form) => {
    const needed = [form.parts.email, form.parts.addresses, 'subject', 'request', 'authority'];
    expect([...caseProblems(form, {}).keys()].filter((name) => !needed.includes(name))).toEqual([]);
  },
);

test('reporting an offence against minors needs no name', () => {
  const illegal = CASE_KIND_FORMS.find(({ kind }) => kind === 'illegal_content')!;
  const notice = { addresses: 'https://site.example/video/1', reasons: 'A reason', goodFaithStatement: true };
  expect([...caseProblems(illegal, { ...notice, subject: 'hate' }).keys()]).toEqual(['email']);
  expect(missingElements(illegal, { ...notice, subject: 'hate' })).toEqual(['contact']);
  expect([...caseProblems(illegal, { ...notice, subject: 'minors' })]).toEqual([]);
  expect(missingElements(illegal, { ...notice, subject: 'minors' })).toEqual([]);
  const minor = CASE_KIND_FORMS.find(({ kind }) => kind === 'minor')!;
  expect([...caseProblems(minor, { addresses: notice.addresses })]).toEqual([]);
});
