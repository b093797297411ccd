import { type Client, META_DESCRIPTION_LENGTH } from '@vesper/contract';
import { fieldsOf, SelectField, TextArea, TextField } from '../../ui/form.tsx';
import { useLanguages } from '../languages/use-languages.ts';
import { inputOfDraft, type KeywordDraft } from './keyword-draft.ts';

const { from, to } = META_DESCRIPTION_LENGTH;
/** Search engines cut longer titles. */
const SHOWN_TITLE = 60;

/** The act that a form for a new keyword sends. */
export const CREATION = {
  run: (client: Client, draft: KeywordDraft) => client.keywords.create(inputOfDraft(draft)),
  failure: 'Failed to create keyword',
  success: () => 'Keyword created successfully',
};

interface KeywordFieldsProps {
  draft: KeywordDraft;
  problems: Readonly<Partial<Record<string, string>>>;
  setDraft: (draft: KeywordDraft) => void;
}

export function KeywordFields({ draft, problems, setDraft }: KeywordFieldsProps) {
  const { languages } = useLanguages();
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

/** Optional notes. */
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
