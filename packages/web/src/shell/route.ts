import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@vesper/contract';
import type { Page, PageAddress } from './page.ts';

/** An address pattern and the page behind it, whose code is fetched when it is first wanted. */
export interface Route {
  /** The page's folder under src/pages, by which the build knows its files. */
  name: string;
  /** Address pattern in wouter's notation. */
  pattern: string;
  /** The page, once its code is there. */
  page: () => Page | undefined;
  /** Fetches the page's code; tries again if it has failed before. */
  load: () => Promise<Page>;
  /** The fetching that is going on or has ended, for rendering: a failure stays one until `load` is called. */
  loading: () => Promise<Page>;
}

/** Which page an address names, and what the address says to it. */
export interface FoundRoute extends PageAddress {
  route: Route;
}

/** What it takes to change the page without loading a document. */
export interface LinkSettings {
  findRoute: (url: URL) => FoundRoute;
  cache: QueryClient;
  client: Client;
}

export function route(name: string, pattern: string, fetchPage: () => Promise<Page>): Route {
  let page: Page | undefined;
  let loading: Promise<Page> | undefined;
  let hasFailed = false;
  const fetchOnce = async () => {
    try {
      page = await fetchPage();
      return page;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const load = () => {
    if (!loading || hasFailed) {
      hasFailed = false;
      loading = fetchOnce();
    }
    return loading;
  };
  return { name, pattern, page: () => page, load, loading: () => loading ?? load() };
}
