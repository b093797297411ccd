import { type ComponentType, Suspense, use, useRef } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { HeadPlace } from './head-place.tsx';
import type { Page } from './page.ts';
import type { FoundRoute } from './route.ts';

/** The page of the address. The shell stays while its code loads, and if it breaks. */
export function PageView({ found, address }: { found: FoundRoute; address: string }) {
  const served = useRef(found);
  return (
    <>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <ErrorBoundary address={address}>
          <Suspense fallback={<div aria-busy className="min-h-svh" />}>
            <Loaded found={found} Part={PageBody} />
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

/** Suspends until the page's code has loaded; the server and hydration always have it. */
function Loaded({ found, Part, isServed }: Omit<PartProps, 'page'> & { Part: ComponentType<PartProps> }) {
  const page = found.route.page() ?? use(found.route.loading());
  return <Part page={page} found={found} isServed={isServed} />;
}

function PageBody({ page, found }: PartProps) {
  return <page.Component params={found.params} search={found.search} />;
}
