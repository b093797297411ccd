import { type ComponentType, useEffect, useState } from 'react';
import { openLists, useLibraryState } from '../../library/library-store.ts';
import type { Page } from '../../shell/page.ts';
import { FailureScreen } from '../../ui/failure-screen.tsx';

export const page: Page = {
  loadDescribe: async () => (await import('./describe.ts')).describeLibrary,
  Component: LibraryPage,
};

/** Served the same to everyone; the lists are in the browser. */
function LibraryPage() {
  const { isRead } = useLibraryState();
  const { Shelves, error } = useShelves();
  return (
    <div className="wide min-h-svh pt-7 md:pt-10">
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">Your library</h1>
      <p className="mt-1 max-w-3xl text-sm text-pretty text-muted sm:text-base">
        Your lists are kept in this browser only. We load current pictures, but cannot tell what is on a list.
      </p>
      <p className="mt-6 hidden rounded-xl bg-panel p-4 text-sm text-muted nojs:block">
        Your library is kept in your browser, and showing it needs JavaScript, which is switched off.
      </p>
      {Shelves && isRead ? <Shelves /> : error ? <FailureScreen level={2} error={error} /> : <Waiting />}
    </div>
  );
}

function useShelves() {
  const [Shelves, setShelves] = useState<ComponentType>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    Promise.all([import('./shelves.tsx'), openLists()]).then(
      ([module]) => setShelves(() => module.Shelves),
      setError,
    );
  }, []);
  return { Shelves, error };
}

function Waiting() {
  return (
    <p role="status" className="sr-only nojs:hidden">
      Loading your library…
    </p>
  );
}
