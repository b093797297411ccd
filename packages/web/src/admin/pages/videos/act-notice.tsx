import { useQueryClient } from '@tanstack/react-query';
import { type BulkAct, routes } from '@vesper/contract';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { iconButton } from '../../../ui/control-classes.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { ActLine } from './act-line.tsx';
import type { VideoActs } from './use-video-acts.ts';
import { formatAct } from './video-words.ts';

const POLL_MS = 1000;

interface ActNoticeProps {
  begun: BulkAct;
  acts: VideoActs;
  onClose: () => void;
}

/**
 * The latest act, polled while it runs; what it changed is refetched when it ends. A toast says the same to anyone who
 * has scrolled down a long list.
 */
export function ActNotice({ begun, acts, onClose }: ActNoticeProps) {
  const cache = useQueryClient();
  const [isGoing, setGoing] = useState(begun.state === 'running');
  const { data } = useAdminQuery(
    routes.catalogue.bulkAct,
    { id: begun.id },
    { isEnabled: isGoing, ...(isGoing ? { pollMs: POLL_MS } : {}) },
  );
  const act = data?.id === begun.id && isLater(data, begun) ? data : begun;
  const { state } = act;
  const tell = useEffectEvent(() =>
    showToast({
      title: formatAct(act),
      ...(act.canBeUndone && { action: { label: 'Undo', run: () => void acts.undo(act.id) } }),
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one toast for each state.
  useEffect(tell, [state]);
  useEffect(() => {
    if (state === 'running' || !isGoing) return;
    setGoing(false);
    void cache.invalidateQueries();
  }, [cache, state, isGoing]);
  return (
    <div role="status" className="rounded-xl border border-edge bg-raised p-3">
      <ActLine act={act} acts={acts}>
        <button type="button" aria-label="Close this notice" className={iconButton} onClick={onClose}>
          <X aria-hidden className="size-4" />
        </button>
      </ActLine>
    </div>
  );
}

function isLater(asked: BulkAct, begun: BulkAct): boolean {
  return asked.done >= begun.done && (begun.state === 'running' || asked.state === begun.state);
}
