import type { Page, PageAddress } from './page.ts';

/** An address pattern and the page behind it, whose code is fetched when it is first wanted. */
export interface Route {
  /** The page's folder under src/pages, by which the build knows its files. */
  name: string;
  /** Address pattern in wouter's notation. */
  pattern: string;
  /** The page, once its code is there. */
  page: () => Page | undefined;
  /** Fetches the page's code; after a failure the next call tries again. */
  load: () => Promise<Page>;
}

/** Which page an address names, and what the address says to it. */
export interface FoundRoute extends PageAddress {
  route: Route;
}

export type RouteFinder = (url: URL) => FoundRoute;

export function route(name: string, pattern: string, fetchPage: () => Promise<Page>): Route {
  let page: Page | undefined;
  let loading: Promise<Page> | undefined;
  const load = async () => {
    try {
      page = await fetchPage();
      return page;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    name,
    pattern,
    page: () => page,
    load: () => {
      loading ??= load();
      return loading;
    },
  };
}
