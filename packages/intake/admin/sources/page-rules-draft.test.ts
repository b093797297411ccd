import { expect, test } from 'vitest';
import { draftOf, rulesOf } from './page-rules-card.tsx';

test('rules survive the form, and empty fields make none', () => {
  const rules = { film: { selector: 'video', attribute: 'data-src' }, title: { selector: 'h1' } };
  expect(rulesOf(draftOf(rules))).toEqual(rules);
  expect(rulesOf(draftOf(null))).toEqual({});
});

test('an attribute without a selector is sent, so that the server can say what is missing', () => {
  const draft = { ...draftOf(null), tags: { selector: ' ', attribute: 'title ' } };
  expect(rulesOf(draft)).toEqual({ tags: { selector: '', attribute: 'title' } });
});
