import type { VideoTotal } from '@vesper/contract';
import { countText } from '../../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import type { AskedAct } from './act-dialogs.tsx';

const ACTS: { act: AskedAct; words: string; look?: 'danger' }[] = [
  { act: 'hide', words: 'Hide' },
  { act: 'publish', words: 'Publish' },
  { act: 'remove', words: 'Remove' },
  { act: 'set_category', words: 'Category' },
  { act: 'add_tags', words: 'Add tags' },
  { act: 'remove_tags', words: 'Remove tags' },
  { act: 'delete', words: 'Delete', look: 'danger' },
];

interface BulkBarProps {
  selected: number;
  /** All videos that match the filter, instead of the ticked ones. */
  isAll: boolean;
  total: VideoTotal | undefined;
  onAll: () => void;
  onClear: () => void;
  onAsk: (act: AskedAct) => void;
}

/** Actions on the chosen videos; sticky on wide screens. */
export function BulkBar({ selected, isAll, total, onAll, onClear, onAsk }: BulkBarProps) {
  const hasMore = total !== undefined && (total.totalIsCapped || total.total > selected);
  return (
    <section
      aria-label="Chosen videos"
      className="z-20 flex flex-wrap items-center gap-2 rounded-xl border border-edge bg-raised p-3 md:sticky md:top-14"
    >
      <p className="mr-2 text-sm font-semibold" aria-live="polite">
        {isAll && total
          ? `All ${countText(total.total, 'video', total.totalIsCapped)} that fit`
          : `${countText(selected, 'video')} chosen`}
      </p>
      {!isAll && hasMore && (
        <Button size="small" onClick={onAll}>
          Choose all {countText(total.total, 'video', total.totalIsCapped)} that fit
        </Button>
      )}
      <Button size="small" look="plain" onClick={onClear}>
        Clear choice
      </Button>
      <div className="flex w-full flex-wrap gap-1.5">
        {ACTS.map(({ act, words, look }) => (
          <Button key={act} size="small" {...(look ? { look } : {})} onClick={() => onAsk(act)}>
            {words}
          </Button>
        ))}
      </div>
    </section>
  );
}
