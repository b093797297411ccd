import { FailureNote } from '../ui/list-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AdminPage } from './admin-page.tsx';

interface AwaitedPageProps {
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** A page whose record is loading or could not be loaded. */
export function AwaitedPage({ title, error, onRetry }: AwaitedPageProps) {
  return (
    <AdminPage title={title}>
      {error ? <FailureNote error={error} refetch={onRetry} /> : <Spinner />}
    </AdminPage>
  );
}
