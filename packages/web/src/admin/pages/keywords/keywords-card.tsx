import { adminHref, type KeywordRecord, pageHref, routes } from '@vesper/contract';
import { TextSearch, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Button, RowButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { DeleteKeywordDialog } from './delete-keyword-dialog.tsx';
import { KeywordFields } from './keyword-fields.tsx';
import { useKeywordCreation } from './use-keyword-creation.ts';

/** The dashboard's card: create, list and delete keywords. Their own page edits them. */
export function KeywordsCard() {
  const { data, ...query } = useAdminQuery(routes.keywords.list);
  const creation = useKeywordCreation();
  const [toDelete, setToDelete] = useState<KeywordRecord>();
  return (
    <Card
      title="SEO Keywords"
      icon={TextSearch}
      actions={
        <a className="text-sm font-semibold text-primary-text hover:underline" href={adminHref('keywords')}>
          All keywords
        </a>
      }
    >
      <Form noValidate onSubmit={() => creation.submit()}>
        <KeywordFields draft={creation.draft} problems={creation.problems} onChange={creation.setDraft} />
        <Button type="submit" look="primary" isBusy={creation.isRunning}>
          Create Keyword
        </Button>
      </Form>
      <h3 className="mt-6 mb-2 text-sm font-bold">Keywords</h3>
      <ListState rows={data} query={query} empty="There are no keywords yet.">
        <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-xl border border-line">
          {data?.map((keyword) => (
            <KeywordItem key={keyword.id} keyword={keyword} onDelete={() => setToDelete(keyword)} />
          ))}
        </ul>
      </ListState>
      <DeleteKeywordDialog keyword={toDelete} onClose={() => setToDelete(undefined)} />
    </Card>
  );
}

function KeywordItem({ keyword, onDelete }: { keyword: KeywordRecord; onDelete: () => void }) {
  const address = pageHref.keyword(keyword.languageCode ?? 'en', keyword.slug);
  return (
    <li className="flex items-center gap-2 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{keyword.keyword}</p>
        <a className="block truncate text-xs text-muted hover:underline" href={address}>
          {decodeURI(address)}
        </a>
      </div>
      <RowButton word="Delete" row={keyword.keyword} icon={Trash2} onClick={onDelete} />
    </li>
  );
}
