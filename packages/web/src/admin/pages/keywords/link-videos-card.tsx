import { type KeywordRecord, routes } from '@vesper/contract';
import { Link2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { showToast } from '../../../ui/toast-store.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { LimitField } from './limit-field.tsx';
import { useAutoLink } from './use-auto-link.ts';

const CHOOSE = 'Please select a keyword';
const OFFERED = 200;

/** The dashboard's card: links videos that match a keyword's words. */
export function LinkVideosCard() {
  const [search, setSearch] = useState('');
  const { offered, hint } = useOfferedKeywords(search);
  const [chosen, setChosen] = useState<KeywordRecord>();
  const [problem, setProblem] = useState<string>();
  const { limit, setLimit, run, isRunning } = useAutoLink();
  const submit = () => {
    setProblem(chosen ? undefined : CHOOSE);
    if (chosen) void run(chosen.id);
    else showToast({ title: 'Error', description: CHOOSE, tone: 'destructive' });
  };
  return (
    <Card
      title="Link Videos to Keywords"
      icon={Link2}
      about="Links random videos that match the keyword's words, up to the limit."
    >
      <Form noValidate onSubmit={submit}>
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
          onChange={({ target }) => {
            setChosen([...offered, ...(chosen ? [chosen] : [])].find(({ id }) => id === target.value));
            setProblem(undefined);
          }}
        >
          <option value="">Select a keyword</option>
          {chosen && !offered.some(({ id }) => id === chosen.id) && <Offer {...chosen} />}
          {offered.map((keyword) => (
            <Offer key={keyword.id} {...keyword} />
          ))}
        </SelectField>
        <LimitField limit={limit} onChange={setLimit} />
        <Button type="submit" look="primary" isBusy={isRunning}>
          Auto-Link Videos
        </Button>
      </Form>
    </Card>
  );
}

function Offer({ id, keyword, languageCode }: KeywordRecord) {
  return (
    <option value={id}>
      {keyword} ({languageCode ?? 'en'})
    </option>
  );
}

/** The keywords that fit into the list, and a hint about the others. */
function useOfferedKeywords(typed: string): { offered: KeywordRecord[]; hint: string } {
  const search = useDeferredValue(typed.trim());
  const input = { limit: OFFERED, ...(search ? { search } : {}) };
  const { data } = useAdminQuery(routes.keywords.list, input);
  const offered = data ?? [];
  if (data === undefined) return { offered, hint: '' };
  if (search && offered.length === 0) return { offered, hint: 'No keyword fits the search.' };
  const which = search ? 'that match' : 'of all keywords';
  const isCut = offered.length >= OFFERED;
  return { offered, hint: isCut ? `The newest ${OFFERED} ${which}; search to find the others.` : '' };
}
