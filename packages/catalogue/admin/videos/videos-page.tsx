import { type BulkAct, type ManagedVideo, routes, type VideoFilter, type VideoTotal } from '@vesper/contract';
import { useAdminQuery, useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { DataTable, ListState, MoreButton } from '@vesper/web/admin/ui/list.tsx';
import { useAddress } from '@vesper/web/data/address.ts';
import { countText } from '@vesper/web/ui/format.ts';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { ActNotice, RecentActsCard } from './begun-acts.tsx';
import { FilterBar, filterHref, isFiltered, ProblemNote, readFilter } from './filter-bar.tsx';
import { VIDEO_ACTS, VideoAct } from './video-acts.tsx';
import { RowActs, VIDEO_COLUMNS } from './video-columns.tsx';

const COUNTS_MS = 30_000;

export default function VideosPage() {
  const { search } = useAddress();
  const filter = readFilter(search);
  const [begun, setBegun] = useState<BulkAct>();
  const counts = useAdminQuery(routes.catalogue.counts, {}, { pollMs: COUNTS_MS });
  const total = useAdminQuery(routes.catalogue.total, filter);
  return (
    <AdminPage title="Videos" about={total.data && formatTotal(total.data, isFiltered(filter))}>
      <FilterBar filter={filter} counts={counts.data} onChange={showFilter} />
      <ProblemNote problem={filter.problem} />
      <ActNotice begun={begun} onAct={setBegun} />
      <VideoList key={filterHref(filter)} filter={filter} total={total.data} onAct={setBegun} />
      <RecentActsCard onAct={setBegun} />
    </AdminPage>
  );
}

function showFilter(filter: VideoFilter, isTyping = false): void {
  navigate(filterHref(filter), { replace: isTyping });
}

function formatTotal({ total, totalIsCapped }: VideoTotal, isPart: boolean): string {
  if (isPart) return countText(total, 'matching video', totalIsCapped);
  return `${countText(total, 'video', totalIsCapped)} in all states, newest first.`;
}

interface VideoListProps {
  filter: VideoFilter;
  total: VideoTotal | undefined;
  onAct: (begun: BulkAct) => void;
}

function VideoList({ filter, total, onAct }: VideoListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const { rows: videos, pages, ...query } = useNamedRows(routes.catalogue.list, filter, 'videos');
  const isPartial = pages?.at(-1)?.isComplete === false;
  const choose = (ids: ReadonlySet<string>) => {
    setSelected(ids);
    setAll(false);
  };
  const isEmpty = videos?.length === 0 && !isPartial;
  return (
    <>
      {selected.size > 0 && (
        <BulkBar
          {...{ selected, isAll, filter, total, onAct }}
          only={selected.size === 1 && !isAll ? videos?.find(({ id }) => selected.has(id)) : undefined}
          onAll={() => setAll(true)}
          onClear={() => choose(new Set())}
        />
      )}
      <ListState
        rows={isEmpty ? [] : videos && [videos]}
        query={query}
        empty={isFiltered(filter) ? 'No video matches these filters.' : 'There are no videos yet.'}
      >
        {videos && videos.length > 0 && (
          <DataTable
            caption="Videos"
            columns={VIDEO_COLUMNS}
            actions={(row) => <RowActs video={row} onAct={onAct} />}
            rows={videos}
            keyOf={({ id }) => id}
            nameOf={({ title }) => title}
            selection={{ selected, onChange: choose }}
          />
        )}
        {isPartial && (
          <p role="status" className="text-center text-sm text-muted">
            Few matches so far. There may be more among older videos.
          </p>
        )}
        <MoreButton {...query} />
      </ListState>
    </>
  );
}

interface BulkBarProps extends VideoListProps {
  selected: ReadonlySet<string>;
  only: ManagedVideo | undefined;
  /** All videos that match the filter, instead of the ticked ones. */
  isAll: boolean;
  onAll: () => void;
  onClear: () => void;
}

function BulkBar({ selected, only, isAll, filter, total, onAll, onClear, onAct }: BulkBarProps) {
  const all = total && countText(total.total, 'video', total.totalIsCapped);
  const ticked = countText(selected.size, 'video');
  const hasMore = total !== undefined && (total.totalIsCapped || total.total > selected.size);
  return (
    <section
      aria-label="Selected videos"
      className="z-20 flex flex-wrap items-center gap-2 rounded-xl border border-edge bg-raised p-3 md:sticky md:top-14"
    >
      <p className="mr-2 text-sm font-semibold" aria-live="polite">
        {isAll && all ? `All ${all} selected` : `${ticked} selected`}
      </p>
      {!isAll && hasMore && (
        <Button size="small" onClick={onAll}>
          Select all {countText(total.total, 'matching video', total.totalIsCapped)}
        </Button>
      )}
      <Button size="small" look="plain" onClick={onClear}>
        Clear selection
      </Button>
      <div className="flex w-full flex-wrap gap-1.5">
        {VIDEO_ACTS.map((act) => (
          <VideoAct
            key={act}
            act={act}
            selected={isAll ? { filter } : { ids: [...selected] }}
            what={only ?? (isAll && all ? all : ticked)}
            size="small"
            {...(act === 'delete' ? { look: 'danger' } : {})}
            onDone={(begun) => {
              onAct(begun);
              onClear();
            }}
          />
        ))}
      </div>
    </section>
  );
}
