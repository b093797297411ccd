import { routes } from '@vesper/contract';
import { useAdminQuery } from '../../data/calls.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { ListState } from '../../ui/list.tsx';
import { CategoriesCard } from './categories-card.tsx';
import { MovesCard } from './moves-card.tsx';
import { NamesCard } from './names-card.tsx';
import { TagRulesCard } from './tag-rules-card.tsx';
import { TagsCard } from './tags-card.tsx';

export default function CategoriesPage() {
  const { data, ...query } = useAdminQuery(routes.topics.get, {}, { pollMs: 5000 });
  return (
    <AdminPage
      title="Categories and tags"
      about="Rename, merge and add synonyms to tidy the names that sources use. Old addresses redirect to the new ones."
    >
      <ListState rows={data && [data]} query={query} empty="">
        {data && (
          <>
            <CategoriesCard topics={data} />
            <NamesCard topics={data} />
          </>
        )}
      </ListState>
      <TagsCard />
      <TagRulesCard />
      <MovesCard />
    </AdminPage>
  );
}
