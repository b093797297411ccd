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
  /** 301: what the page shows has its place at `location` now. */
  status: 200 | 301 | 404;
  /** Path of this site. */
  location?: string;
  head: Head;
  /** Whether what it shows is played by the script for streams. */
  playsStream?: boolean;
}

/** Pure; undefined while the data is not there. */
export type Describe = (context: DescribeContext) => PageDescription | undefined;

/** One page of the site. The server and the browser use the same four things. */
export interface Page {
  /** Everything the page asks, named once: fetched before rendering on the server, used by `Component`. */
  queries: (context: QueryContext) => PageQuery[];
  /** Fetches what writes the page's head: the browser needs it only once it goes to another page. */
  loadDescribe: () => Promise<Describe>;
  Component: ComponentType<PageAddress>;
}
