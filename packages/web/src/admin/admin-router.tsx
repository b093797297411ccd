import { adminHref } from '@vesper/contract';
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
} from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useAddress } from '../data/address.ts';
import { ErrorBoundary } from '../shell/error-boundary.tsx';
import { AdminHeader, SideNav } from './admin-navigation.tsx';
import { useIsAdmin } from './data/query-client.ts';
import { mayLeave } from './data/unsaved.ts';
import { type FoundPage, findPage, mayOpen } from './pages/index.ts';
import type { PageProps } from './shell/admin-page.tsx';
import { AwayNote, OperationNote } from './shell/site-notes.tsx';
import { Spinner } from './ui/card.tsx';

/** Shows only the login page to anyone but administrators. */
export function AdminRouter() {
  const { path, search } = useAddress();
  const { isAdmin, role, error } = useIsAdmin();
  useLinks();
  const found = findPage(path);
  const isLogin = found?.name === 'login';
  useEffect(() => {
    if (isAdmin === false && !isLogin) navigate(adminHref('login'), { replace: true });
  }, [isAdmin, isLogin]);

  if (isLogin) {
    return (
      <>
        <AdminHeader isSignedIn={false} />
        <Page found={found} address={path} />
      </>
    );
  }
  if (!isAdmin || !role) {
    return (
      <>
        <AdminHeader isSignedIn={false} />
        <Centered>
          {error ? (
            <p>The site could not be reached. Check your connection and reload the page.</p>
          ) : (
            <Spinner />
          )}
        </Centered>
      </>
    );
  }
  return (
    <>
      <AdminHeader isSignedIn />
      <div className="mx-auto flex w-full max-w-[108rem] flex-1">
        <SideNav current={found?.name} />
        <div className="min-w-0 flex-1">
          <AwayNote />
          <OperationNote isDashboard={found?.name === 'dashboard'} />
          {found && mayOpen(role, found.name) ? (
            <Page key={path} found={found} address={`${path}?${search}`} />
          ) : (
            <Centered>
              {found
                ? 'Your role does not include this page. Owners can change it.'
                : 'This page does not exist in the back office.'}
            </Centered>
          )}
        </div>
      </div>
    </>
  );
}

const components = new Map<FoundPage['load'], LazyExoticComponent<ComponentType<PageProps>>>();

function Page({ found, address }: { found: FoundPage; address: string }) {
  const known = components.get(found.load);
  const Component = known ?? lazy(found.load);
  if (!known) components.set(found.load, Component);
  return (
    <ErrorBoundary address={address}>
      <Suspense
        fallback={
          <Centered>
            <Spinner />
          </Centered>
        }
      >
        <Component params={found.params} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Centered({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="grid min-h-[60svh] flex-1 place-items-center px-4 text-sm text-muted">
      {children}
    </main>
  );
}

/** Links between back-office pages navigate without a page load; all others are plain links. */
function useLinks(): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link?.href || link.target || link.hasAttribute('download')) return;
      const url = new URL(link.href);
      if (url.origin !== location.origin || url.hash || !findPage(url.pathname)) return;
      event.preventDefault();
      if (!mayLeave()) return;
      navigate(url.pathname + url.search);
      window.scrollTo(0, 0);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, []);
}
