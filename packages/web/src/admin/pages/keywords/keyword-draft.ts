import type { CallInput, KeywordRecord, Routes } from '@vesper/contract';

export type KeywordInput = CallInput<Routes['keywords']['create']>;

/** A keyword in a form: everything is text until it is sent. */
export interface KeywordDraft {
  keyword: string;
  slug: string;
  /** Empty: none. */
  languageCode: string;
  metaTitle: string;
  metaDescription: string;
  countryCode: string;
  searchVolume: string;
  difficulty: string;
  category: string;
  enabled: boolean;
  reviewed: boolean;
}

export const EMPTY_KEYWORD: KeywordDraft = {
  ...{ keyword: '', slug: '', languageCode: '', metaTitle: '', metaDescription: '' },
  ...{ countryCode: '', searchVolume: '', difficulty: '', category: '', enabled: true, reviewed: true },
};

export function draftOfKeyword(keyword: KeywordRecord): KeywordDraft {
  const number = (value: number | null) => (value === null ? '' : String(value));
  return {
    keyword: keyword.keyword,
    slug: keyword.slug,
    languageCode: keyword.languageCode ?? '',
    metaTitle: keyword.metaTitle,
    metaDescription: keyword.metaDescription,
    countryCode: keyword.countryCode ?? '',
    searchVolume: number(keyword.searchVolume),
    difficulty: number(keyword.difficulty),
    category: keyword.category ?? '',
    enabled: keyword.enabled,
    reviewed: keyword.reviewed,
  };
}

/** Editing the words counts as reviewing them. */
export function editedDraft(former: KeywordDraft, draft: KeywordDraft): KeywordDraft {
  const isEdited = draft.metaTitle !== former.metaTitle || draft.metaDescription !== former.metaDescription;
  return isEdited ? { ...draft, reviewed: true } : draft;
}

/** Empty fields are sent as null. */
export function inputOfDraft(draft: KeywordDraft): KeywordInput {
  const number = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    ...draft,
    languageCode: draft.languageCode || null,
    searchVolume: number(draft.searchVolume),
    difficulty: number(draft.difficulty),
  };
}
