import { routes } from '@vesper/contract';
import { countText } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/values.tsx';

const MOST_COUNTED = 50;

/** What comes back by itself within a week, as a counter-notice was forwarded; nothing if nothing does. */
export function RestorationsNote({ onShow }: { onShow: () => void }) {
  const { data } = useAdminQuery(
    routes.casework.list,
    { state: 'restoring', due: 'week', limit: MOST_COUNTED },
    { pollMs: 30_000 },
  );
  const [first] = data?.cases ?? [];
  if (!data || !first) return null;
  const takedowns = countText(data.cases.length, 'takedown', data.next !== null);
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-xl border border-warn p-3 text-sm">
      <span className="min-w-0 flex-1">
        {takedowns} will be undone by the clock within a week, unless a court action is recorded or the
        counter-notice is dismissed
        {first.dueAt && (
          <>
            : the first <Moment at={first.dueAt} />
          </>
        )}
        .
      </span>
      <Button size="small" onClick={onShow}>
        Show
      </Button>
    </p>
  );
}
