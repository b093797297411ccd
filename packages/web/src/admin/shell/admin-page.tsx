import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useDomainConfig } from '../data/site-state.ts';
import { Spinner } from '../ui/card.tsx';
import { FailureNote } from '../ui/list.tsx';

export interface PageProps {
  params: Readonly<Record<string, string>>;
}

interface AdminPageProps {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Also sets the title of the tab. */
export function AdminPage({ title, about, actions, children }: AdminPageProps) {
  const { config } = useDomainConfig();
  useEffect(() => {
    document.title = `${title} - ${config.siteName}`;
  }, [title, config.siteName]);
  return (
    <main id="main" tabIndex={-1} className="px-4 py-6 outline-none sm:px-6 lg:px-8">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
          {about && <p className="mt-1 max-w-3xl text-sm text-pretty text-muted">{about}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className="mt-6 flex flex-col gap-6">{children}</div>
    </main>
  );
}

type AwaitedPageProps = { title: string } & ComponentProps<typeof FailureNote>;

export function AwaitedPage({ title, ...query }: AwaitedPageProps) {
  return <AdminPage title={title}>{query.error ? <FailureNote {...query} /> : <Spinner />}</AdminPage>;
}
