import { adminHref, type KeywordRecord, pageHref, routes } from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { Form } from '@vesper/web/admin/ui/form.tsx';
import { ListState } from '@vesper/web/admin/ui/list.tsx';
import { TextLink } from '@vesper/web/admin/ui/values.tsx';
import { TextSearch } from 'lucide-react';
import { useState } from 'react';
import { DeleteKeyword } from './keyword-acts.tsx';
import { CREATION, EMPTY_KEYWORD, KeywordFields } from './keyword-fields.tsx';

export function KeywordsCard() {
  const { data, ...query } = useAdminQuery(routes.keywords.list);
  const [draft, setDraft] = useState(EMPTY_KEYWORD);
  const { run, isRunning, problems } = useAdminMutation({
    ...CREATION,
    onDone: () => setDraft(EMPTY_KEYWORD),
  });
  return (
    <Card
      title="SEO Keywords"
      icon={TextSearch}
      actions={
        <TextLink className="text-sm font-semibold" href={adminHref('keywords')}>
          All keywords
        </TextLink>
      }
    >
      <Form noValidate onSubmit={() => void run(draft)}>
        <KeywordFields {...{ draft, setDraft, problems }} />
        <Button type="submit" look="primary" isBusy={isRunning}>
          Create Keyword
        </Button>
      </Form>
      <h3 className="mt-6 mb-2 text-sm font-bold">Keywords</h3>
      <ListState rows={data} query={query} empty="There are no keywords yet.">
        <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-xl border border-line">
          {data?.map((keyword) => (
            <KeywordItem key={keyword.id} keyword={keyword} />
          ))}
        </ul>
      </ListState>
    </Card>
  );
}

function KeywordItem({ keyword }: { keyword: KeywordRecord }) {
  const address = pageHref.keyword(keyword.languageCode ?? 'en', keyword.slug);
  return (
    <li className="flex items-center gap-2 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{keyword.keyword}</p>
        <a className="block truncate text-xs text-muted hover:underline" href={address}>
          {decodeURI(address)}
        </a>
      </div>
      <DeleteKeyword keyword={keyword} />
    </li>
  );
}
