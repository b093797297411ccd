import type { KeywordRecord } from '@vesper/contract';
import { expect, test } from 'vitest';
import { draftOfKeyword, EMPTY_KEYWORD, inputOfDraft, missingFields } from './keyword-draft.ts';

const DRAFT = {
  ...EMPTY_KEYWORD,
  keyword: 'calm',
  slug: 'calm',
  metaTitle: 'Calm',
  metaDescription: 'Calm.',
};

test('what is left empty is sent as none, zero as a number', () => {
  expect(inputOfDraft(DRAFT)).toMatchObject({ languageCode: null, searchVolume: null, difficulty: null });
  expect(inputOfDraft({ ...DRAFT, languageCode: 'de', searchVolume: '0', difficulty: ' 7 ' })).toMatchObject({
    languageCode: 'de',
    searchVolume: 0,
    difficulty: 7,
  });
});

test('a keyword that is opened and not changed is sent as it was', () => {
  const keyword = {
    ...inputOfDraft({ ...DRAFT, languageCode: 'de', searchVolume: '0', enabled: false }),
    difficulty: null,
  };
  expect(inputOfDraft(draftOfKeyword(keyword as KeywordRecord))).toEqual(keyword);
});

test('each required field that is blank is named', () => {
  expect(missingFields(DRAFT)).toEqual({});
  expect(Object.keys(missingFields({ ...EMPTY_KEYWORD, slug: ' ' }))).toEqual([
    'keyword',
    'slug',
    'metaTitle',
    'metaDescription',
  ]);
  expect(missingFields({ ...DRAFT, slug: '' })).toEqual({ slug: 'Please enter a slug.' });
});
