import { useQueryClient } from '@tanstack/react-query';
import { type BulkAct, type Client, routes } from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { ListState } from '@vesper/web/admin/ui/list.tsx';
import { Moment, ProgressBar } from '@vesper/web/admin/ui/values.tsx';
import { showToast } from '@vesper/web/ui/toast-store.ts';
import { Square, Undo2, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { formatAct, formatChange, formatSkipped } from './video-words.ts';

const SHOWN = 10;
const NOTICE_MS = 1000;
const GOING_MS = 2_000;
const QUIET_MS = 30_000;

type OnAct = (begun: BulkAct) => void;

const undoing = (id: string, onDone: OnAct) => ({
  run: (client: Client) => client.catalogue.undoBulkAct({ id }),
  failure: 'The change could not be undone.',
  onDone,
});

interface ActNoticeProps {
  begun: BulkAct | undefined;
  onAct: (begun: BulkAct | undefined) => void;
}

export function ActNotice({ begun, onAct }: ActNoticeProps) {
  return begun && <BegunAct key={`${begun.id} ${begun.state}`} begun={begun} onAct={onAct} />;
}

/** Polls while the act runs, then refetches what it changed. Also a toast: the list may be scrolled down. */
function BegunAct({ begun, onAct }: ActNoticeProps & { begun: BulkAct }) {
  const cache = useQueryClient();
  const [isGoing, setGoing] = useState(begun.state === 'running');
  const { data } = useAdminQuery(
    routes.catalogue.bulkAct,
    { id: begun.id },
    { isEnabled: isGoing, ...(isGoing ? { pollMs: NOTICE_MS } : {}) },
  );
  const act = data?.id === begun.id && isLater(data, begun) ? data : begun;
  const { state } = act;
  const { run: undo } = useAdminMutation(undoing(act.id, onAct));
  const tell = useEffectEvent(() =>
    showToast({
      title: formatAct(act),
      ...(act.canBeUndone && { action: { label: 'Undo', run: () => void undo() } }),
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one toast per state.
  useEffect(tell, [state]);
  useEffect(() => {
    if (state === 'running' || !isGoing) return;
    setGoing(false);
    void cache.invalidateQueries();
  }, [cache, state, isGoing]);
  return (
    <div role="status" className="rounded-xl border border-edge bg-raised p-3">
      <ActLine act={act} onAct={onAct}>
        <button
          type="button"
          aria-label="Close this notice"
          className="icon-button"
          onClick={() => onAct(undefined)}
        >
          <X aria-hidden className="size-4" />
        </button>
      </ActLine>
    </div>
  );
}

function isLater(asked: BulkAct, begun: BulkAct): boolean {
  return asked.done >= begun.done && (begun.state === 'running' || asked.state === begun.state);
}

export function RecentActsCard({ onAct }: { onAct: OnAct }) {
  const { data, ...query } = useAdminQuery(
    routes.catalogue.bulkActs,
    { limit: SHOWN },
    { pollMs: (shown) => (shown?.some(({ state }) => state === 'running') ? GOING_MS : QUIET_MS) },
  );
  return (
    <Card title="Recent changes" about="Can be undone for 30 days. Videos changed since then are skipped.">
      <ListState rows={data} query={query} empty="No changes in the last 30 days.">
        <ul className="divide-y divide-line">
          {data?.map((act) => (
            <li key={act.id} className="py-3 first:pt-0 last:pb-0">
              <ActLine act={act} onAct={onAct} />
              <p className="mt-0.5 text-xs text-muted">
                {act.orderedBy}, <Moment at={act.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      </ListState>
    </Card>
  );
}

function ActLine({ act, onAct, children }: { act: BulkAct; onAct: OnAct; children?: ReactNode }) {
  const { id, total, totalIsCapped, done, canBeUndone } = act;
  const skipped = formatSkipped(act);
  const change = formatChange(act);
  const isRunning = act.state === 'running';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="font-semibold">{formatAct(act)}</p>
        {change && <p className="text-xs wrap-anywhere text-muted">{change}</p>}
        {skipped && <p className="text-xs text-muted">{skipped}</p>}
        {isRunning && (
          <div className="mt-1.5 max-w-md">
            <ProgressBar
              label="Progress"
              percent={totalIsCapped || total === 0 ? undefined : (100 * done) / total}
            />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isRunning && (
          <ActButton
            word="Stop"
            size="small"
            icon={Square}
            run={(client) => client.catalogue.stopBulkAct({ id })}
            failure="The change could not be stopped."
            onDone={onAct}
          />
        )}
        {canBeUndone && <ActButton word="Undo" size="small" icon={Undo2} {...undoing(id, onAct)} />}
        {children}
      </div>
    </div>
  );
}
