import { META_DESCRIPTION_LENGTH } from '@vesper/contract';
import { Options, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { useLanguages } from '../languages/use-languages.ts';
import type { KeywordDraft, KeywordProblems } from './keyword-draft.ts';

const { from, to } = META_DESCRIPTION_LENGTH;
/** Search engines cut longer titles. */
const SHOWN_TITLE = 60;

interface KeywordFieldsProps {
  draft: KeywordDraft;
  problems: KeywordProblems;
  onChange: (draft: KeywordDraft) => void;
}

/** The fields of the specification's form. */
export function KeywordFields({ draft, problems, onChange }: KeywordFieldsProps) {
  const { languages } = useLanguages();
  const set = (change: Partial<KeywordDraft>) => onChange({ ...draft, ...change });
  // Includes its current language, even if disabled.
  const offered = languages?.filter(({ enabled, code }) => enabled || code === draft.languageCode) ?? [];
  return (
    <>
      <SelectField
        label="Language"
        value={draft.languageCode}
        error={problems.languageCode}
        onChange={({ target }) => set({ languageCode: target.value })}
      >
        <option value="">No language</option>
        <Options
          of={offered.map(({ code, name, nativeName }) => [
            code,
            name === nativeName ? name : `${name} (${nativeName})`,
          ])}
        />
      </SelectField>
      <TextField
        label="Keyword"
        required
        value={draft.keyword}
        error={problems.keyword}
        onChange={({ target }) => set({ keyword: target.value })}
      />
      <TextField
        label="Slug"
        required
        autoCapitalize="none"
        spellCheck={false}
        hint={`The page's address is /${draft.languageCode || 'en'}/${draft.slug.trim().toLowerCase() || 'slug'}`}
        value={draft.slug}
        error={problems.slug}
        onChange={({ target }) => set({ slug: target.value })}
      />
      <TextField
        label="Meta title"
        required
        hint={`${countCharacters(draft.metaTitle)}; up to ${SHOWN_TITLE} are shown.`}
        value={draft.metaTitle}
        error={problems.metaTitle}
        onChange={({ target }) => set({ metaTitle: target.value })}
      />
      <TextArea
        label="Meta description"
        required
        rows={3}
        hint={`${from}-${to} characters work best. ${countCharacters(draft.metaDescription)} so far.`}
        value={draft.metaDescription}
        error={problems.metaDescription}
        onChange={({ target }) => set({ metaDescription: target.value })}
      />
    </>
  );
}

/** Optional notes. */
export function MoreKeywordFields({ draft, problems, onChange }: KeywordFieldsProps) {
  const set = (change: Partial<KeywordDraft>) => onChange({ ...draft, ...change });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Country"
        placeholder="US"
        maxLength={2}
        value={draft.countryCode}
        error={problems.countryCode}
        onChange={({ target }) => set({ countryCode: target.value })}
      />
      <TextField
        label="Category"
        value={draft.category}
        error={problems.category}
        onChange={({ target }) => set({ category: target.value })}
      />
      <TextField
        label="Searches per month"
        inputMode="numeric"
        value={draft.searchVolume}
        error={problems.searchVolume}
        onChange={({ target }) => set({ searchVolume: target.value })}
      />
      <TextField
        label="Difficulty"
        inputMode="numeric"
        hint="From 0 to 100."
        value={draft.difficulty}
        error={problems.difficulty}
        onChange={({ target }) => set({ difficulty: target.value })}
      />
    </div>
  );
}

function countCharacters(text: string): string {
  const count = [...text.trim()].length;
  return count === 1 ? '1 character' : `${count} characters`;
}
