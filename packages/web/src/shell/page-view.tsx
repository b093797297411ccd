import { type ComponentType, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import type { Page } from './page.ts';
import type { FoundRoute } from './route.ts';

interface PageViewProps {
  found: FoundRoute;
  address: string;
  /** Beside the page, hydrated with it. */
  children: ReactNode;
}

/** The shell stays while a page's code loads, and if it breaks. */
export function PageView({ found, address, children }: PageViewProps) {
  const served = useRef(found);
  return (
    <>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <ErrorBoundary address={address}>
          <Suspense fallback={<div aria-busy className="min-h-svh" />}>
            <Loaded found={found} Part={PageBody} />
            {children}
          </Suspense>
        </ErrorBoundary>
      </main>
      <ErrorBoundary address={address} isQuiet>
        <Suspense>
          <Loaded found={found} Part={HeadPlace} isServed={found === served.current} />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

interface PartProps {
  page: Page;
  found: FoundRoute;
  isServed?: boolean | undefined;
}

/** Suspends until the page's code is here; the server and hydration always have it. */
function Loaded({ found, Part, isServed }: Omit<PartProps, 'page'> & { Part: ComponentType<PartProps> }) {
  const page = found.route.page() ?? use(found.route.loading());
  return <Part page={page} found={found} isServed={isServed} />;
}

function PageBody({ page, found }: PartProps) {
  return <page.Component params={found.params} search={found.search} />;
}

/** The served head fits the first page; the code for others loads with the next page. */
function HeadPlace({ page, found, isServed }: PartProps) {
  const [DocumentHead, setDocumentHead] = useState<ComponentType<Pick<PartProps, 'page' | 'found'>>>();
  useEffect(() => {
    if (isServed) return;
    import('./document-head.tsx').then(
      (module) => setDocumentHead(() => module.DocumentHead),
      () => {},
    );
  }, [isServed]);
  return DocumentHead && <DocumentHead page={page} found={found} />;
}
