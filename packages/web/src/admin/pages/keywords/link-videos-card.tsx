import { type KeywordRecord, routes } from '@vesper/contract';
import { Link2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { showToast } from '../../../ui/toast-store.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/form.tsx';
import { AutoLinkForm } from './linked-videos.tsx';

const CHOOSE = 'Please select a keyword';
const OFFERED = 200;

/** The dashboard's card: links videos that match a keyword's words. */
export function LinkVideosCard() {
  const [search, setSearch] = useState('');
  const { offered, hint } = useOfferedKeywords(search);
  const [chosen, setChosen] = useState<KeywordRecord>();
  const [problem, setProblem] = useState<string>();
  const isOffered = offered.some(({ id }) => id === chosen?.id);
  const options = chosen && !isOffered ? [chosen, ...offered] : offered;
  const keywordId = () => {
    setProblem(chosen ? undefined : CHOOSE);
    if (!chosen) showToast({ title: 'Error', description: CHOOSE, tone: 'destructive' });
    return chosen?.id;
  };
  return (
    <Card
      title="Link Videos to Keywords"
      icon={Link2}
      about="Links random videos that match the keyword's words, up to the limit."
    >
      <AutoLinkForm keywordId={keywordId}>
        <TextField
          label="Search"
          type="search"
          placeholder="Keyword, slug, title or category"
          maxLength={200}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            // The search runs while typing; Enter must not link the keyword selected so far.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <SelectField
          label="Keyword"
          value={chosen?.id ?? ''}
          error={problem}
          hint={hint}
          none="Select a keyword"
          of={options.map(({ id, keyword, languageCode }) => [id, `${keyword} (${languageCode ?? 'en'})`])}
          onChange={({ target }) => {
            setChosen(options.find(({ id }) => id === target.value));
            setProblem(undefined);
          }}
        />
      </AutoLinkForm>
    </Card>
  );
}

/** The keywords that fit into the list, and a hint about the others. */
function useOfferedKeywords(typed: string): { offered: KeywordRecord[]; hint: string } {
  const search = useDeferredValue(typed.trim());
  const { data } = useAdminQuery(routes.keywords.list, { limit: OFFERED, ...(search && { search }) });
  const offered = data ?? [];
  if (data === undefined) return { offered, hint: '' };
  if (search && offered.length === 0) return { offered, hint: 'No keyword fits the search.' };
  const which = search ? 'that match' : 'of all keywords';
  const isCut = offered.length >= OFFERED;
  return { offered, hint: isCut ? `The newest ${OFFERED} ${which}; search to find the others.` : '' };
}
