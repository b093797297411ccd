import { Link2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { showToast } from '../../../ui/toast-store.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { LimitField } from './limit-field.tsx';
import { useAutoLink } from './use-auto-link.ts';
import { KEYWORDS_PATH } from './use-keyword-creation.ts';

const CHOOSE = 'Please select a keyword';
const OFFERED = 200;

/** The dashboard's card: links the videos of a keyword's words to it. */
export function LinkVideosCard() {
  const { data } = useAdminQuery(KEYWORDS_PATH, (client) => client.keywords.list({ limit: OFFERED }), {
    input: { limit: OFFERED },
  });
  const [id, setId] = useState('');
  const [problem, setProblem] = useState<string>();
  const { limit, setLimit, run, isRunning } = useAutoLink();
  const isThere = data?.some((keyword) => keyword.id === id) ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(isThere ? undefined : CHOOSE);
    if (isThere) void run(id);
    else showToast({ title: 'Error', description: CHOOSE, tone: 'destructive' });
  };
  return (
    <Card
      title="Link Videos to Keywords"
      icon={Link2}
      about="Links videos that match the keyword's words, by chance, until as many are linked as the limit says."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <SelectField
          label="Keyword"
          value={isThere ? id : ''}
          error={problem}
          onChange={({ target }) => {
            setId(target.value);
            setProblem(undefined);
          }}
        >
          <option value="">Select a keyword</option>
          {data?.map((keyword) => (
            <option key={keyword.id} value={keyword.id}>
              {keyword.keyword} ({keyword.languageCode ?? 'en'})
            </option>
          ))}
        </SelectField>
        <LimitField limit={limit} onChange={setLimit} />
        <Button type="submit" look="primary" isBusy={isRunning}>
          Auto-Link Videos
        </Button>
      </form>
    </Card>
  );
}
