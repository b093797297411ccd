import type { Client, DomainConfig, PageSearch } from '@vesper/contract';
import type { ComponentType } from 'react';
import type { Answers, PageQuery } from '../data/answers.ts';
import type { Head } from '../head/head.ts';

export interface PageAddress {
  params: Readonly<Record<string, string>>;
  search: PageSearch;
}

export interface QueryContext extends PageAddress {
  client: Client;
}

export interface DescribeContext extends QueryContext {
  cache: Answers;
  config: DomainConfig;
  /** The domain's own, for absolute addresses. */
  origin: string;
}

export interface PageDescription {
  /** 301: moved to `location`. */
  status: 200 | 301 | 404;
  location?: string;
  /** No page has this address; any other 404 is a page past the end of a list. */
  isMissing?: true;
  head: Head;
}

/** Pure; undefined until the data is there. */
export type Describe = (context: DescribeContext) => PageDescription | undefined;

export interface Page {
  /** Fetched before rendering on the server. */
  queries?: (context: QueryContext) => PageQuery[];
  /** The browser needs it only when navigating. */
  loadDescribe: () => Promise<Describe>;
  Component: ComponentType<PageAddress>;
}
