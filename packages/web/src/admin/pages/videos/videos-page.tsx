import {
  type BulkAct,
  type ManagedVideo,
  routes,
  type VideoFilter,
  type VideoStatus,
  type VideoTotal,
} from '@vesper/contract';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useAddress } from '../../../data/address.ts';
import { countText } from '../../../ui/format.ts';
import { useAdminList, useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ListState, MoreButton } from '../../ui/list-state.tsx';
import { ActDialog, type AskedAct, type GivenAct } from './act-dialogs.tsx';
import { ActNotice } from './act-notice.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ProblemNote } from './problem-note.tsx';
import { RecentActsCard } from './recent-acts-card.tsx';
import { type Chosen, useVideoActs, type VideoActs } from './use-video-acts.ts';
import { RowActs, VIDEO_COLUMNS } from './video-columns.tsx';
import { filterHref, isFiltered, readFilter } from './video-filters.ts';

const COUNTS_MS = 30_000;

export default function VideosPage() {
  const { search } = useAddress();
  const filter = readFilter(search);
  const [begun, setBegun] = useState<BulkAct>();
  const acts = useVideoActs(setBegun);
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
          acts={acts}
          onClose={() => setBegun(undefined)}
        />
      )}
      <VideoList key={filterHref(filter)} filter={filter} total={total.data} acts={acts} />
      <RecentActsCard acts={acts} />
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
  acts: VideoActs;
}

/** An act on one video of the list, or on the chosen ones. */
interface Asked {
  act: AskedAct;
  video?: ManagedVideo;
}

function VideoList({ filter, total, acts }: VideoListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const [asked, setAsked] = useState<Asked>();
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
  const give = async (given: GivenAct) => {
    const done = await carryOut(acts, given, {
      chosen: chosenBy(asked, { isAll, filter, selected }),
      seenStatus: asked?.video?.status,
    });
    if (!done) return;
    setAsked(undefined);
    if (!asked?.video) choose(new Set());
  };
  const only = selected.size === 1 && !isAll ? videos?.find(({ id }) => selected.has(id)) : undefined;
  const isEmpty = videos?.length === 0 && !isPartial;
  return (
    <>
      {selected.size > 0 && (
        <BulkBar
          {...{ isAll, total }}
          selected={selected.size}
          onAll={() => setAll(true)}
          onClear={() => choose(new Set())}
          onAsk={(act) => setAsked({ act })}
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
            actions={(row) => <RowActs video={row} ask={(act, video) => setAsked({ act, video })} />}
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
      <ActDialog
        asked={asked?.act}
        what={asked?.video ?? only ?? whatIsChosen(selected.size, isAll ? total : undefined)}
        isBusy={acts.isRunning}
        onGive={(given) => void give(given)}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

function whatIsChosen(selected: number, all: VideoTotal | undefined): string {
  return all ? countText(all.total, 'video', all.totalIsCapped) : countText(selected, 'video');
}

interface Choice {
  isAll: boolean;
  filter: VideoFilter;
  selected: ReadonlySet<string>;
}

function chosenBy(asked: Asked | undefined, { isAll, filter, selected }: Choice): Chosen {
  if (asked?.video) return { ids: [asked.video.id] };
  return isAll ? { filter } : { ids: [...selected] };
}

/** Undefined if refused: a toast has said why. */
function carryOut(
  acts: VideoActs,
  { act, blockFiles = false, ...needs }: GivenAct,
  { chosen, seenStatus }: { chosen: Chosen; seenStatus: VideoStatus | undefined },
) {
  if (act === 'delete') return acts.deleteMany({ ...chosen, blockFiles });
  const [only] = chosen.ids ?? [];
  if (
    only !== undefined &&
    chosen.ids?.length === 1 &&
    (act === 'hide' || act === 'publish' || act === 'remove')
  )
    return acts.actOn({ id: only, act, ...needs, ...(seenStatus ? { seenStatus } : {}) });
  return acts.actOnMany({ ...chosen, act, ...needs });
}
