import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../data/use-operation.ts';
import { Moment } from '../ui/moment.tsx';

/** Says on every page what keeps jobs from running, which the page may not show otherwise. */
export function OperationNote() {
  const { data } = useOperation();
  const bad = data?.disks.filter(({ sentence }) => sentence !== null) ?? [];
  return (
    <div role="status">
      {data?.workers.length === 0 && (
        <Note>
          No worker is running: nothing is crawled, downloaded or sent until one is started.{' '}
          {data.lastBeatAt && (
            <>
              One was last heard of <Moment at={data.lastBeatAt} />.
            </>
          )}
        </Note>
      )}
      {bad.map(({ host, folders, sentence, state }) => (
        <Note key={`${host} ${folders.join(' ')}`}>
          {sentence} {state !== 'low' && 'Downloads wait until this is fixed.'}
        </Note>
      ))}
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="mx-4 mt-4 flex items-start gap-2 rounded-xl border border-warn p-3 text-sm sm:mx-6 lg:mx-8">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <p className="min-w-0 wrap-anywhere">{children}</p>
    </div>
  );
}
