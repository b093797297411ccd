import { TriangleAlert } from 'lucide-react';
import { useOperation } from '../data/use-operation.ts';
import { Moment } from '../ui/moment.tsx';

/** Says on every page what keeps work from being done: what is shown may look well all the same. */
export function OperationNote() {
  const { data } = useOperation();
  return (
    <div role="status">
      {data?.workers.length === 0 && (
        <div className="mx-4 mt-4 flex items-start gap-2 rounded-xl border border-warn p-3 text-sm sm:mx-6 lg:mx-8">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <p>
            No worker is running: nothing is crawled, downloaded or sent until one is started.{' '}
            {data.lastBeatAt && (
              <>
                One was last heard of <Moment at={data.lastBeatAt} />.
              </>
            )}
          </p>
        </div>
      )}
    </div>
  );
}
