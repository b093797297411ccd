import type { Client } from '@vesper/contract';
import type { Answers } from '../data/answers.ts';
import type { Page, PageAddress } from './page.ts';

/** An address pattern and its page, whose code is loaded when first needed. */
export interface Route {
  /** The page's folder under src/pages, which identifies its files in the build. */
  name: string;
  /** Address pattern in wouter's notation. */
  pattern: string;
  /** The page, once its code has loaded. */
  page: () => Page | undefined;
  /** Loads the page's code; retries after a failure. */
  load: () => Promise<Page>;
  /** The current or last load, for rendering: a failure stays until `load` is called again. */
  loading: () => Promise<Page>;
}

/** An address's page, with its parameters. */
export interface FoundRoute extends PageAddress {
  route: Route;
}

/** What navigation without a document load needs. */
export interface LinkSettings {
  findRoute: (url: URL) => FoundRoute;
  cache: Answers;
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
