import type { Client } from '@vesper/contract';
import type { Answers } from '../data/answers.ts';
import type { Page, PageAddress } from './page.ts';

export interface Route {
  /** Its folder under src/pages, which names its files in the build. */
  name: string;
  /** In wouter's notation. */
  pattern: string;
  page: () => Page | undefined;
  /** Retries after a failure. */
  load: () => Promise<Page>;
  /** For rendering: a failure stays until `load` is called again. */
  loading: () => Promise<Page>;
}

export interface FoundRoute extends PageAddress {
  route: Route;
}

export interface LinkSettings {
  findRoute: (url: URL) => FoundRoute;
  cache: Answers;
  client: Client;
}

/** `fetchPage` imports the page's index, which exports it as `page`. */
export function route(name: string, pattern: string, fetchPage: () => Promise<{ page: Page }>): Route {
  let page: Page | undefined;
  let loading: Promise<Page> | undefined;
  let hasFailed = false;
  const fetchOnce = async () => {
    try {
      ({ page } = await fetchPage());
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
