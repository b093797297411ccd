import { type ComponentType, Suspense, use } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { HeadPlace } from './head-place.tsx';
import type { Page } from './page.ts';
import type { FoundRoute } from './route.ts';

/** The page an address names. Its code may still be on the way, and it may break: the shell stays. */
export function PageView({ found, address }: { found: FoundRoute; address: string }) {
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
          <Loaded found={found} Part={HeadPlace} />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

interface PartProps {
  page: Page;
  found: FoundRoute;
}

/** Waits for the page's code where that is not there yet; the server and hydration always have it. */
function Loaded({ found, Part }: { found: FoundRoute; Part: ComponentType<PartProps> }) {
  const page = found.route.page() ?? use(found.route.load());
  return <Part page={page} found={found} />;
}

function PageBody({ page, found }: PartProps) {
  return <page.Component params={found.params} search={found.search} />;
}
