import type { QueryClient } from '@tanstack/react-query';
import type { Client, DomainConfig } from '@vesper/contract';
import type { ComponentType } from 'react';
import type { PageQuery } from '../data/page-query.ts';
import type { Head } from '../head/head.ts';

/** What the address says: the values in the path, and the query string. */
export interface PageAddress {
  params: Readonly<Record<string, string>>;
  search: URLSearchParams;
}

export interface QueryContext extends PageAddress {
  client: Client;
}

export interface DescribeContext extends QueryContext {
  /** Holds the answers to the page's queries. */
  cache: QueryClient;
  config: DomainConfig;
  /** `https://host`, for absolute addresses. */
  origin: string;
}

/** What a page says of itself once its data is there: the status for the server and the head for both. */
export interface PageDescription {
  status: 200 | 404;
  head: Head;
}

/** One page of the site. The server and the browser use the same four things. */
export interface Page {
  /** Address pattern in wouter's notation. */
  pattern: string;
  /** Everything the page asks, named once: fetched before rendering on the server, used by `Component`. */
  queries: (context: QueryContext) => PageQuery[];
  /** Pure; undefined while the data is not there. */
  describe: (context: DescribeContext) => PageDescription | undefined;
  Component: ComponentType<PageAddress>;
}

export interface FoundPage extends PageAddress {
  page: Page;
}

export type PageFinder = (url: URL) => FoundPage;
