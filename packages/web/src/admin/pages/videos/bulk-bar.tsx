import type { BulkAct, ManagedVideo, VideoFilter, VideoTotal } from '@vesper/contract';
import { countText } from '../../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import { VIDEO_ACTS, VideoAct } from './video-acts.tsx';

interface BulkBarProps {
  selected: ReadonlySet<string>;
  /** The only one that is selected. */
  only: ManagedVideo | undefined;
  /** All videos that match the filter, instead of the ticked ones. */
  isAll: boolean;
  filter: VideoFilter;
  total: VideoTotal | undefined;
  onAll: () => void;
  onClear: () => void;
  onAct: (begun: BulkAct) => void;
}

/** Actions on the chosen videos; sticky on wide screens. */
export function BulkBar({ selected, only, isAll, filter, total, onAll, onClear, onAct }: BulkBarProps) {
  const all = total && countText(total.total, 'video', total.totalIsCapped);
  const ticked = countText(selected.size, 'video');
  const hasMore = total !== undefined && (total.totalIsCapped || total.total > selected.size);
  return (
    <section
      aria-label="Chosen videos"
      className="z-20 flex flex-wrap items-center gap-2 rounded-xl border border-edge bg-raised p-3 md:sticky md:top-14"
    >
      <p className="mr-2 text-sm font-semibold" aria-live="polite">
        {isAll && all ? `All ${all} that fit` : `${ticked} chosen`}
      </p>
      {!isAll && hasMore && (
        <Button size="small" onClick={onAll}>
          Choose all {all} that fit
        </Button>
      )}
      <Button size="small" look="plain" onClick={onClear}>
        Clear choice
      </Button>
      <div className="flex w-full flex-wrap gap-1.5">
        {VIDEO_ACTS.map((act) => (
          <VideoAct
            key={act}
            act={act}
            chosen={isAll ? { filter } : { ids: [...selected] }}
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
