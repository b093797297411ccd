import { z } from 'zod';
import { Category } from './categories.ts';
import { DomainConfig } from './domains.ts';
import type { ErrorCode } from './errors.ts';
import { KeywordPage, KeywordParams, KeywordQuery } from './keywords.ts';
import { AddressQuery, AddressReason, RunLedger, RunLedgerParams, RunLedgerQuery } from './ledger.ts';
import { SitemapCrawl, SitemapCrawled, SitemapCrawlSource } from './sitemap-crawls.ts';
import { DmcaSubmission, DmcaSubmitted } from './takedowns.ts';
import {
  RelatedVideos,
  SignedThumbnail,
  SignedVideo,
  Video,
  VideoList,
  VideoListQuery,
  VideoParams,
  ViewRegistered,
} from './videos.ts';

/** Who may make a call. */
export type Caller = 'public' | 'admin';

/** One call: what goes in (path parameters, query, JSON body), what comes out, and how it may be refused. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  caller: Caller;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  output: z.ZodType;
  errors: readonly ErrorCode[];
}

/** The table of calls. Server, browser, tests and documents all read this one. */
export const routes = {
  domains: {
    config: {
      method: 'GET',
      path: '/api/domain-config',
      caller: 'public',
      output: DomainConfig,
      errors: [],
    },
  },
  videos: {
    list: {
      method: 'GET',
      path: '/api/videos',
      caller: 'public',
      query: VideoListQuery,
      output: VideoList,
      errors: ['bad_request'],
    },
    get: {
      method: 'GET',
      path: '/api/videos/:id',
      caller: 'public',
      params: VideoParams,
      output: Video,
      errors: ['not_found'],
    },
    related: {
      method: 'GET',
      path: '/api/videos/:id/related',
      caller: 'public',
      params: VideoParams,
      output: RelatedVideos,
      errors: ['not_found'],
    },
    registerView: {
      method: 'POST',
      path: '/api/videos/:id/view',
      caller: 'public',
      params: VideoParams,
      output: ViewRegistered,
      errors: ['not_found'],
    },
  },
  media: {
    signVideo: {
      method: 'GET',
      path: '/api/videos/:id/signed-url',
      caller: 'public',
      params: VideoParams,
      output: SignedVideo,
      errors: ['not_found'],
    },
    signThumbnail: {
      method: 'GET',
      path: '/api/videos/:id/thumbnail-signed-url',
      caller: 'public',
      params: VideoParams,
      output: SignedThumbnail,
      errors: ['not_found'],
    },
  },
  categories: {
    list: {
      method: 'GET',
      path: '/api/categories',
      caller: 'public',
      output: z.array(Category),
      errors: [],
    },
  },
  keywords: {
    get: {
      method: 'GET',
      path: '/api/keywords/:lang/:slug',
      caller: 'public',
      params: KeywordParams,
      query: KeywordQuery,
      output: KeywordPage,
      errors: ['bad_request', 'not_found'],
    },
  },
  takedowns: {
    submit: {
      method: 'POST',
      path: '/api/dmca/submit',
      caller: 'public',
      body: DmcaSubmission,
      output: DmcaSubmitted,
      errors: ['bad_request', 'too_many_requests'],
    },
  },
  ledger: {
    why: {
      method: 'GET',
      path: '/api/address-ledger',
      caller: 'admin',
      query: AddressQuery,
      output: AddressReason,
      errors: ['bad_request'],
    },
    ofRun: {
      method: 'GET',
      path: '/api/crawler-runs/:id/ledger',
      caller: 'admin',
      params: RunLedgerParams,
      query: RunLedgerQuery,
      output: RunLedger,
      errors: ['bad_request', 'not_found'],
    },
  },
  sitemapCrawls: {
    source: {
      method: 'GET',
      path: '/api/crawl-txxx-sitemaps',
      caller: 'admin',
      output: SitemapCrawlSource,
      errors: [],
    },
    start: {
      method: 'POST',
      path: '/api/crawl-txxx-sitemaps',
      caller: 'admin',
      body: SitemapCrawl,
      output: SitemapCrawled,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
  },
} as const satisfies Record<string, Record<string, Call>>;

export type Routes = typeof routes;

type SchemaInput<S> = S extends z.ZodType ? z.input<S> : unknown;
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : unknown;
type Part<C, K extends string> = C extends { [P in K]: infer S } ? S : undefined;

/** What a caller passes: path parameters, query and body in one flat object. */
export type CallInput<C extends Call> = SchemaInput<Part<C, 'params'>> &
  SchemaInput<Part<C, 'query'>> &
  SchemaInput<Part<C, 'body'>>;

/** What the function behind a call is handed once the schemas have passed it. */
export type ParsedInput<C extends Call> = SchemaOutput<Part<C, 'params'>> &
  SchemaOutput<Part<C, 'query'>> &
  SchemaOutput<Part<C, 'body'>>;

export type CallOutput<C extends Call> = z.output<C['output']>;
