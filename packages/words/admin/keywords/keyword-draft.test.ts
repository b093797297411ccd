import type { KeywordRecord } from '@vesper/contract';
import { expect, test } from 'vitest';
import { draftOfKeyword, EMPTY_KEYWORD, editedDraft, inputOfDraft } from './keyword-fields.tsx';

const WORDS = { keyword: 'calm', slug: 'calm', metaTitle: 'Calm', metaDescription: 'Calm.' };
const DRAFT = { ...EMPTY_KEYWORD, ...WORDS };

test('empty fields are sent as null, zero as a number', () => {
  expect(inputOfDraft(DRAFT)).toMatchObject({ languageCode: null, searchVolume: null, difficulty: null });
  const given = inputOfDraft({ ...DRAFT, languageCode: 'de', searchVolume: '0', difficulty: ' 7 ' });
  expect(given).toMatchObject({ languageCode: 'de', searchVolume: 0, difficulty: 7 });
});

test('a keyword that is opened and not changed is sent as it was', () => {
  const keyword = {
    ...inputOfDraft({ ...DRAFT, languageCode: 'de', searchVolume: '0', enabled: false, reviewed: false }),
    difficulty: null,
  };
  expect(inputOfDraft(draftOfKeyword(keyword as KeywordRecord))).toEqual(keyword);
});

test('editing the words marks them as reviewed, editing anything else does not', () => {
  const unread = { ...DRAFT, reviewed: false };
  expect(editedDraft(unread, { ...unread, slug: 'calmer' }).reviewed).toBe(false);
  expect(editedDraft(unread, { ...unread, metaTitle: 'Calmer' }).reviewed).toBe(true);
  expect(editedDraft(unread, { ...unread, metaDescription: 'Calmer.' }).reviewed).toBe(true);
});
