import { routes } from '@vesper/contract';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { FailureNote } from '../../ui/list-state.tsx';
import { DumpFileCard } from './dump-file-card.tsx';
import { DumpRunsCard } from './dump-runs-card.tsx';

/** What a source has that is a dump: its columns, its deletion list, its readings. */
export function DumpCards({ sourceId }: { sourceId: string }) {
  const { data, error, refetch } = useAdminQuery(routes.dumps.get, { id: sourceId });
  if (!data) return error ? <FailureNote error={error} refetch={refetch} /> : null;
  return (
    <>
      <DumpFileCard file="videos" sourceId={sourceId} dump={data} />
      <DumpFileCard file="deletions" sourceId={sourceId} dump={data} />
      <DumpRunsCard sourceId={sourceId} hasDeletions={data.deletionsUrl !== null} />
    </>
  );
}
