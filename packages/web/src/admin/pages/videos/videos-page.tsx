import { type BulkAct, routes, type VideoFilter, type VideoTotal } from '@vesper/contract';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useAddress } from '../../../data/address.ts';
import { countText } from '../../../ui/format.ts';
import { useAdminList, useAdminQuery } from '../../data/calls.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { DataTable, ListState, MoreButton } from '../../ui/list.tsx';
import { ActNotice, RecentActsCard } from './begun-acts.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ProblemNote } from './problem-note.tsx';
import { RowActs, VIDEO_COLUMNS } from './video-columns.tsx';
import { filterHref, isFiltered, readFilter } from './video-filters.ts';

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
      {begun && (
        <ActNotice
          key={`${begun.id} ${begun.state}`}
          begun={begun}
          onAct={setBegun}
          onClose={() => setBegun(undefined)}
        />
      )}
      <VideoList key={filterHref(filter)} filter={filter} total={total.data} onAct={setBegun} />
      <RecentActsCard onAct={setBegun} />
    </AdminPage>
  );
}

function showFilter(filter: VideoFilter, isTyping = false): void {
  navigate(filterHref(filter), { replace: isTyping });
}

function formatTotal({ total, totalIsCapped }: VideoTotal, isPart: boolean): string {
  const videos = countText(total, 'video', totalIsCapped);
  if (isPart) return `${videos} ${total === 1 && !totalIsCapped ? 'fits' : 'fit'}.`;
  return `${videos} in all states, newest first.`;
}

interface VideoListProps {
  filter: VideoFilter;
  total: VideoTotal | undefined;
  onAct: (begun: BulkAct) => void;
}

function VideoList({ filter, total, onAct }: VideoListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const {
    rows: videos,
    pages,
    ...query
  } = useAdminList(routes.catalogue.list, filter, {
    rowsOf: (page) => page.videos,
    nextOf: ({ next }) => next,
  });
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
        empty={isFiltered(filter) ? 'No video fits these filters.' : 'There are no videos yet.'}
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
            Few of the videos searched so far fit. There may be more further back.
          </p>
        )}
        <MoreButton {...query} />
      </ListState>
    </>
  );
}
