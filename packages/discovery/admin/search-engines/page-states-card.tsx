import { type PageStates, routes, type VideoStatus } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { type BadgeWord, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { STANDING_WORDS } from '@vesper/words/admin/keywords/keyword-acts.tsx';
import { Layers } from 'lucide-react';

interface StateRow extends BadgeWord {
  pages: string;
  count: number;
  why: string;
}

const HIDDEN_WORDS: Record<VideoStatus, string> = {
  published: 'Published',
  hidden: 'Hidden',
  processing: 'Processing',
  removed: 'Removed',
};

const OWNED_ELSEWHERE = {
  word: 'Owned elsewhere',
  tone: 'calm',
  why: 'Their pages name another domain as canonical.',
} as const;

const COLUMNS: Column<StateRow>[] = [
  { header: 'Pages', cell: ({ pages }) => <span className="font-semibold">{pages}</span> },
  { header: 'State', cell: ({ word, tone }) => <WordBadge {...{ word, tone }} /> },
  { header: 'Count', align: 'right', cell: ({ count }) => formatCount(count) },
  { header: 'Reason', cell: ({ why }) => <span className="text-muted">{why}</span> },
];

export function PageStatesCard({ domain }: { domain: string }) {
  const { data, ...query } = useAdminQuery(routes.indexing.states, domain ? { domain } : {});
  return (
    <Card
      title="Pages by state"
      icon={Layers}
      about={
        data?.keywords.isWhole === false
          ? 'Indexable pages are in the sitemap, others are not. Only the oldest 50,000 keywords are counted.'
          : 'Indexable pages are in the sitemap, others are not.'
      }
    >
      <ListTable
        rows={data && rowsOf(data)}
        query={query}
        empty="There are no pages."
        caption="Pages by state"
        columns={COLUMNS}
        keyOf={({ pages, word }) => `${pages} ${word}`}
        nameOf={({ pages, word }) => `${pages}: ${word}`}
      />
    </Card>
  );
}

function rowsOf({ domain, videos, categories, keywords }: PageStates): StateRow[] {
  return [
    {
      ...{ pages: 'Videos', word: 'Indexable', tone: 'good', count: videos.indexable },
      why: `Visible, and owned by ${domain}.`,
    },
    ...some({ pages: 'Videos', ...OWNED_ELSEWHERE, count: videos.ownedElsewhere }),
    ...videos.notVisible.map(
      ({ status, count }): StateRow => ({
        ...{ pages: 'Videos', word: HIDDEN_WORDS[status], tone: 'calm', count },
        why: 'Not shown to visitors.',
      }),
    ),
    {
      ...{ pages: 'Categories', word: 'Indexable', tone: 'good', count: categories.indexable },
      why: 'At least one visible video.',
    },
    ...some({ pages: 'Categories', ...OWNED_ELSEWHERE, count: categories.ownedElsewhere }),
    ...some({
      ...{ pages: 'Categories', word: 'No videos', tone: 'calm', count: categories.withoutVideos },
      why: 'No visible videos.',
    }),
    ...keywords.byStanding.map(({ standing, count }): StateRow => {
      const { word, tone, why } =
        standing === 'indexable' && !keywords.areOwned ? OWNED_ELSEWHERE : STANDING_WORDS[standing];
      const reason = why || 'Enough videos, unlike those of other pages, and reviewed text.';
      return { pages: 'Keywords', word, tone, count, why: reason };
    }),
  ];
}

function some(row: StateRow): StateRow[] {
  return row.count > 0 ? [row] : [];
}
