import type { Client, DomainConfig, PageSearch } from '@vesper/contract';
import type { ComponentType } from 'react';
import type { Answers, PageQuery } from '../data/answers.ts';
import type { Head } from '../head/head.ts';

/** The address's path parameters and query string. */
export interface PageAddress {
  params: Readonly<Record<string, string>>;
  search: PageSearch;
}

export interface QueryContext extends PageAddress {
  client: Client;
}

export interface DescribeContext extends QueryContext {
  /** Holds the answers to the page's queries. */
  cache: Answers;
  config: DomainConfig;
  /** The domain's own, `https://host`, for absolute addresses. */
  origin: string;
}

/** A page's description once its data is there: the status for the server and the head for both. */
export interface PageDescription {
  /** 301: the page has moved to `location`. */
  status: 200 | 301 | 404;
  /** A path of this site. */
  location?: string;
  /** There is nothing at the address; without it, a 404 is a page past the end of a list. */
  isMissing?: true;
  head: Head;
}

/** Pure; undefined without the data. */
export type Describe = (context: DescribeContext) => PageDescription | undefined;

/** One page of the site, shared by server and browser. */
export interface Page {
  /** All of the page's queries, if it has any: fetched before rendering on the server, used by `Component`. */
  queries?: (context: QueryContext) => PageQuery[];
  /** Loads what writes the page's head: the browser needs it only when navigating. */
  loadDescribe: () => Promise<Describe>;
  Component: ComponentType<PageAddress>;
}
