import { sentenceOf } from '../../data/call-failure.ts';
import { Button } from '../ui/button.tsx';
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
      {error ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
          {sentenceOf(error)}
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        <Spinner />
      )}
    </AdminPage>
  );
}
