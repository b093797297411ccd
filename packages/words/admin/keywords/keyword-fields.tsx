import {
  type CallInput,
  type Client,
  type KeywordRecord,
  META_DESCRIPTION_LENGTH,
  type Routes,
} from '@vesper/contract';
import { isSaidAtFields } from '@vesper/web/admin/data/calls.ts';
import { fieldsOf, SelectField, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import { useLanguages } from '../languages/batches.tsx';

const { from, to } = META_DESCRIPTION_LENGTH;
/** Search engines cut longer titles. */
const SHOWN_TITLE = 60;

export const CREATION = {
  run: (client: Client, draft: KeywordDraft) => client.keywords.create(inputOfDraft(draft)),
  failure: 'Failed to create keyword',
  success: () => 'Keyword created successfully',
  onFailure: isSaidAtFields,
};

interface KeywordFieldsProps {
  draft: KeywordDraft;
  problems: Readonly<Partial<Record<string, string>>>;
  setDraft: (draft: KeywordDraft) => void;
}

export function KeywordFields({ draft, problems, setDraft }: KeywordFieldsProps) {
  const { data: languages } = useLanguages();
  const field = fieldsOf(draft, setDraft, problems);
  // Includes its current language, even if disabled.
  const offered = languages?.filter(({ enabled, code }) => enabled || code === draft.languageCode);
  return (
    <>
      <SelectField
        label="Language"
        none="No language"
        of={offered?.map(({ code, name, nativeName }) => [
          code,
          name === nativeName ? name : `${name} (${nativeName})`,
        ])}
        {...field('languageCode')}
      />
      <TextField label="Keyword" required {...field('keyword')} />
      <TextField
        label="Slug"
        required
        autoCapitalize="none"
        spellCheck={false}
        hint={`The page's address is /${draft.languageCode || 'en'}/${draft.slug.trim().toLowerCase() || 'slug'}`}
        {...field('slug')}
      />
      <TextField
        label="Meta title"
        required
        hint={`${countCharacters(draft.metaTitle)}; up to ${SHOWN_TITLE} are shown.`}
        {...field('metaTitle')}
      />
      <TextArea
        label="Meta description"
        required
        rows={3}
        hint={`${from}-${to} characters work best. ${countCharacters(draft.metaDescription)} so far.`}
        {...field('metaDescription')}
      />
    </>
  );
}

export function MoreKeywordFields({ draft, problems, setDraft }: KeywordFieldsProps) {
  const field = fieldsOf(draft, setDraft, problems);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Country" placeholder="US" maxLength={2} {...field('countryCode')} />
      <TextField label="Category" {...field('category')} />
      <TextField label="Searches per month" inputMode="numeric" {...field('searchVolume')} />
      <TextField label="Difficulty" inputMode="numeric" hint="From 0 to 100." {...field('difficulty')} />
    </div>
  );
}

function countCharacters(text: string): string {
  const count = [...text.trim()].length;
  return count === 1 ? '1 character' : `${count} characters`;
}

type KeywordInput = CallInput<Routes['keywords']['create']>;

/** Texts until submitted. */
export const EMPTY_KEYWORD = {
  ...{ keyword: '', slug: '', languageCode: '', metaTitle: '', metaDescription: '' },
  ...{ countryCode: '', searchVolume: '', difficulty: '', category: '', enabled: true, reviewed: true },
};
type KeywordDraft = typeof EMPTY_KEYWORD;

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
