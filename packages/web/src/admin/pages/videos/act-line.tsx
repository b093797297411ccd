import type { BulkAct } from '@vesper/contract';
import { Square, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { VideoActs } from './use-video-acts.ts';
import { formatAct, formatChange, formatSkipped } from './video-words.ts';

interface ActLineProps {
  act: BulkAct;
  acts: VideoActs;
  children?: ReactNode;
}

/** An act, with its progress and a button to undo it. */
export function ActLine({ act, acts, children }: ActLineProps) {
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
              percent={act.totalIsCapped || act.total === 0 ? undefined : (100 * act.done) / act.total}
            />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isRunning && (
          <Button size="small" icon={Square} disabled={acts.isRunning} onClick={() => void acts.stop(act.id)}>
            Stop
          </Button>
        )}
        {act.canBeUndone && (
          <Button size="small" icon={Undo2} disabled={acts.isRunning} onClick={() => void acts.undo(act.id)}>
            Undo
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
