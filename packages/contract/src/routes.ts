import { z } from 'zod';
import { AdminCheck, Login } from './admin.ts';
import type { AdminArea } from './admin-areas.ts';
import { AuditList, AuditQuery } from './audit.ts';
import { Category } from './categories.ts';
import { CrawlerRun, CrawlerRunsQuery, CrawlerStatus, CrawlerStopped } from './crawler.ts';
import { Domain, DomainChange, DomainParams, DomainRemoved, NewDomain } from './domain-settings.ts';
import { DomainConfig } from './domains.ts';
import {
  BULK_BODY_BYTES,
  BulkDownloadJobs,
  BulkQueued,
  DownloadCounts,
  DownloadJob,
  DownloadJobs,
  DownloadJobsQuery,
  DownloadParams,
  DownloadsChanged,
  NewDownloadJob,
  RetryFailed,
} from './downloads.ts';
import { DryRun } from './dry-runs.ts';
import {
  DecidedDuplicate,
  DuplicateCheck,
  DuplicateCheckRequest,
  DuplicateDecisionRequest,
  DuplicateList,
  DuplicateListQuery,
  DuplicateParams,
  MergedVideo,
  MergeRequest,
} from './duplicates.ts';
import type { ErrorCode } from './errors.ts';
import {
  GoneVideoDecided,
  GoneVideoDecision,
  GoneVideoParams,
  GoneVideos,
  GoneVideosQuery,
  MissingVideos,
  Survival,
  SurvivalParams,
} from './health.ts';
import { KeywordPage, KeywordParams, KeywordQuery } from './keywords.ts';
import { AddressQuery, AddressReason, RunLedger, RunLedgerParams, RunLedgerQuery } from './ledger.ts';
import {
  MediaJob,
  MediaJobParams,
  MediaJobs,
  MediaJobsQuery,
  MediaRerun,
  MediaRerunParams,
  MediaRerunStarted,
  MediaReruns,
  MediaRerunsQuery,
  NewMediaRerun,
  PosterChoice,
  PosterChosen,
} from './media-jobs.ts';
import { Setting } from './settings.ts';
import { SitemapCrawl, SitemapCrawled, SitemapCrawlSource } from './sitemap-crawls.ts';
import {
  NewSource,
  SourceChanges,
  SourceDeleted,
  SourceDeletion,
  SourceParams,
  VideoSource,
} from './sources.ts';
import { DmcaSubmission, DmcaSubmitted } from './takedowns.ts';
import { CreatedToken, NewToken, PersonalToken, TokenParams } from './tokens.ts';
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

/** What goes into a call (path parameters, query, JSON body), what comes out, and how it may be refused. */
interface CallShape {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** What it does, in one sentence: for the document of the API. */
  summary?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Of the body, in bytes, where the usual megabyte is not enough. */
  bodyLimit?: number;
  output: z.ZodType;
  errors: readonly ErrorCode[];
}

/** Anyone's call, or (`sign-in`) one of whoever stands at the back office's door, with a session or without. */
interface OpenCall {
  caller: 'public' | 'sign-in';
}

/** An administrator's call. Visitors' pages know nothing of it. */
interface AdminCall {
  caller: 'admin';
  area: AdminArea;
  /** For what cannot be undone: the password has to have been given within the last minutes. */
  asksPassword?: true;
  /** Good for every token whatever its scopes are: it tells nothing that the project's own pages do not. */
  anyToken?: true;
}

/** One call. Without saying who may make it, it does not compile. */
export type Call = CallShape & (OpenCall | AdminCall);

export type Caller = Call['caller'];

/** The table of calls. Server, browser, tests and documents all read this one. */
export const routes = {
  domains: {
    config: {
      method: 'GET',
      path: '/api/domain-config',
      summary: 'The brand, texts and colours of the domain that is asked.',
      caller: 'public',
      output: DomainConfig,
      errors: [],
    },
  },
  videos: {
    list: {
      method: 'GET',
      path: '/api/videos',
      summary: 'Lists public videos: the latest, those of a category, or those that a search finds.',
      caller: 'public',
      query: VideoListQuery,
      output: VideoList,
      errors: ['bad_request'],
    },
    get: {
      method: 'GET',
      path: '/api/videos/:id',
      summary: 'One public video.',
      caller: 'public',
      params: VideoParams,
      output: Video,
      errors: ['not_found'],
    },
    related: {
      method: 'GET',
      path: '/api/videos/:id/related',
      summary: 'Videos that are like a public video.',
      caller: 'public',
      params: VideoParams,
      output: RelatedVideos,
      errors: ['not_found'],
    },
    registerView: {
      method: 'POST',
      path: '/api/videos/:id/view',
      summary: 'Counts that a video is watched, once a visitor and hour.',
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
      summary: "A signed address of a video's film, good for a while.",
      caller: 'public',
      params: VideoParams,
      output: SignedVideo,
      errors: ['not_found'],
    },
    signThumbnail: {
      method: 'GET',
      path: '/api/videos/:id/thumbnail-signed-url',
      summary: "A signed address of a video's picture, good for a while.",
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
      summary: 'Lists the categories with the number of their videos.',
      caller: 'public',
      output: z.array(Category),
      errors: [],
    },
  },
  keywords: {
    get: {
      method: 'GET',
      path: '/api/keywords/:lang/:slug',
      summary: 'A keyword page with its videos, in the language of its address.',
      caller: 'public',
      params: KeywordParams,
      query: KeywordQuery,
      output: KeywordPage,
      errors: ['bad_request', 'not_found'],
    },
  },
  downloads: {
    list: {
      method: 'GET',
      path: '/api/download-jobs',
      summary: 'Lists downloads, the latest first.',
      caller: 'admin',
      area: 'ingest',
      query: DownloadJobsQuery,
      output: DownloadJobs,
      errors: ['bad_request', 'not_found'],
    },
    counts: {
      method: 'GET',
      path: '/api/download-jobs/counts',
      summary: 'How many downloads there are of each state.',
      caller: 'admin',
      area: 'ingest',
      output: DownloadCounts,
      errors: [],
    },
    add: {
      method: 'POST',
      path: '/api/download-jobs',
      summary: 'Puts the video of one page or file into the queue.',
      caller: 'admin',
      area: 'ingest',
      body: NewDownloadJob,
      output: DownloadJob,
      errors: ['bad_request', 'conflict'],
    },
    addBulk: {
      method: 'POST',
      path: '/api/download-jobs/bulk',
      summary: 'Puts up to 10,000 addresses into the queue; bad lines are reported and the others taken.',
      caller: 'admin',
      area: 'ingest',
      body: BulkDownloadJobs,
      bodyLimit: BULK_BODY_BYTES,
      output: BulkQueued,
      errors: ['bad_request', 'payload_too_large'],
    },
    clearPending: {
      method: 'POST',
      path: '/api/download-jobs/clear-pending',
      summary: 'Takes all downloads that wait out of the queue.',
      caller: 'admin',
      area: 'ingest',
      output: DownloadsChanged,
      errors: [],
    },
    resetStuck: {
      method: 'POST',
      path: '/api/download-jobs/reset-stuck',
      summary: 'Puts the downloads that are going back into the queue.',
      caller: 'admin',
      area: 'ingest',
      output: DownloadsChanged,
      errors: [],
    },
    retryFailed: {
      method: 'POST',
      path: '/api/download-jobs/retry-failed',
      summary: 'Puts failed downloads back into the queue: all, or those of one class of errors.',
      caller: 'admin',
      area: 'ingest',
      body: RetryFailed,
      output: DownloadsChanged,
      errors: ['bad_request'],
    },
    cancel: {
      method: 'POST',
      path: '/api/download-jobs/:id/cancel',
      summary: 'Cancels a download that waits or is going.',
      caller: 'admin',
      area: 'ingest',
      params: DownloadParams,
      output: DownloadJob,
      errors: ['not_found', 'conflict'],
    },
    retry: {
      method: 'POST',
      path: '/api/download-jobs/:id/retry',
      summary: 'Puts a failed or cancelled download back into the queue.',
      caller: 'admin',
      area: 'ingest',
      params: DownloadParams,
      output: DownloadJob,
      errors: ['not_found', 'conflict'],
    },
  },
  takedowns: {
    submit: {
      method: 'POST',
      path: '/api/dmca/submit',
      summary: 'Submits a notice of copyright infringement.',
      caller: 'public',
      body: DmcaSubmission,
      output: DmcaSubmitted,
      errors: ['bad_request', 'too_many_requests'],
    },
  },
  crawler: {
    status: {
      method: 'GET',
      path: '/api/crawler/status',
      summary: 'Whether the crawler is running, when it starts next, and how its last run went.',
      caller: 'admin',
      area: 'ingest',
      output: CrawlerStatus,
      errors: [],
    },
    runs: {
      method: 'GET',
      path: '/api/crawler-runs',
      summary: 'Lists crawler runs, the latest first.',
      caller: 'admin',
      area: 'ingest',
      query: CrawlerRunsQuery,
      output: z.array(CrawlerRun),
      errors: ['bad_request'],
    },
    start: {
      method: 'POST',
      path: '/api/crawler/start',
      summary: 'Starts a crawler run over all enabled sources.',
      caller: 'admin',
      area: 'ingest',
      output: CrawlerRun,
      errors: ['conflict'],
    },
    stop: {
      method: 'POST',
      path: '/api/crawler/stop',
      summary: 'Stops the crawler run that is going, and cancels its waiting downloads.',
      caller: 'admin',
      area: 'ingest',
      output: CrawlerStopped,
      errors: ['conflict'],
    },
  },
  health: {
    gone: {
      method: 'GET',
      path: '/api/gone-videos',
      summary:
        'Lists videos that were hidden because they are gone at their source, and wait for a decision.',
      caller: 'admin',
      area: 'catalogue',
      query: GoneVideosQuery,
      output: GoneVideos,
      errors: ['bad_request'],
    },
    decide: {
      method: 'POST',
      path: '/api/gone-videos/:id/decide',
      summary: 'Decides about a video that is gone: removes it for good, shows it again, or keeps it hidden.',
      caller: 'admin',
      area: 'catalogue',
      params: GoneVideoParams,
      body: GoneVideoDecision,
      output: GoneVideoDecided,
      errors: ['bad_request', 'not_found', 'conflict', 'unavailable'],
    },
    survival: {
      method: 'GET',
      path: '/api/video-sources/:id/survival',
      summary: "How long a source's videos live.",
      caller: 'admin',
      area: 'catalogue',
      params: SurvivalParams,
      output: Survival,
      errors: ['not_found'],
    },
    redownloadMissing: {
      method: 'POST',
      path: '/api/admin/redownload-missing-videos',
      summary: 'Looks for stored files that are missing, and brings their videos again.',
      caller: 'admin',
      area: 'catalogue',
      output: MissingVideos,
      errors: ['unavailable'],
    },
  },
  admin: {
    check: {
      method: 'GET',
      path: '/api/admin/check',
      summary: 'Whether the caller is signed in as an administrator.',
      caller: 'sign-in',
      output: AdminCheck,
      errors: [],
    },
    login: {
      method: 'POST',
      path: '/api/admin/login',
      summary: 'Signs in as an administrator.',
      caller: 'sign-in',
      body: Login,
      output: AdminCheck,
      errors: ['bad_request', 'unauthorized', 'forbidden', 'too_many_requests'],
    },
    logout: {
      method: 'POST',
      path: '/api/admin/logout',
      summary: "Ends the administrator's session.",
      caller: 'sign-in',
      output: AdminCheck,
      errors: ['forbidden'],
    },
  },
  sources: {
    list: {
      method: 'GET',
      path: '/api/video-sources',
      summary: 'Lists the sources of videos.',
      caller: 'admin',
      area: 'ingest',
      output: z.array(VideoSource),
      errors: [],
    },
    create: {
      method: 'POST',
      path: '/api/video-sources',
      summary: 'Adds a source of videos.',
      caller: 'admin',
      area: 'ingest',
      body: NewSource,
      output: VideoSource,
      errors: ['bad_request', 'conflict'],
    },
    change: {
      method: 'PATCH',
      path: '/api/video-sources/:id',
      summary: "Changes a source's settings, records a basis for its use, or enables or disables it.",
      caller: 'admin',
      area: 'ingest',
      params: SourceParams,
      body: SourceChanges,
      output: VideoSource,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    delete: {
      method: 'DELETE',
      path: '/api/video-sources/:id',
      summary: 'Deletes a source, with or without its videos.',
      caller: 'admin',
      area: 'ingest',
      params: SourceParams,
      query: SourceDeletion,
      output: SourceDeleted,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    get: {
      method: 'GET',
      path: '/api/video-sources/:id',
      caller: 'admin',
      area: 'ingest',
      params: SourceParams,
      output: VideoSource,
      errors: ['not_found'],
    },
    dryRun: {
      method: 'POST',
      path: '/api/video-sources/:id/dry-run',
      caller: 'admin',
      area: 'ingest',
      params: SourceParams,
      output: DryRun,
      errors: ['not_found', 'conflict'],
    },
    endPauses: {
      method: 'POST',
      path: '/api/video-sources/:id/end-pauses',
      summary: "Ends the pauses after a source's failures, so that it is read again at once.",
      caller: 'admin',
      area: 'ingest',
      params: SourceParams,
      output: VideoSource,
      errors: ['not_found'],
    },
  },
  duplicates: {
    check: {
      method: 'POST',
      path: '/api/check-duplicate',
      summary: 'Whether the video of an address is in the library already.',
      caller: 'admin',
      area: 'catalogue',
      body: DuplicateCheckRequest,
      output: DuplicateCheck,
      errors: ['bad_request'],
    },
    list: {
      method: 'GET',
      path: '/api/duplicates',
      summary: 'Lists decisions that a video is the same as another, the latest first.',
      caller: 'admin',
      area: 'catalogue',
      query: DuplicateListQuery,
      output: DuplicateList,
      errors: ['bad_request'],
    },
    decide: {
      method: 'POST',
      path: '/api/duplicates/:id/decide',
      summary: 'Decides about a video that is suspected to be the same as another.',
      caller: 'admin',
      area: 'catalogue',
      params: DuplicateParams,
      body: DuplicateDecisionRequest,
      output: DecidedDuplicate,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    merge: {
      method: 'POST',
      path: '/api/videos/:id/merge',
      summary: 'Merges a video into another one, which stays.',
      caller: 'admin',
      area: 'catalogue',
      params: VideoParams,
      body: MergeRequest,
      output: MergedVideo,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
  },
  ledger: {
    why: {
      method: 'GET',
      path: '/api/address-ledger',
      summary: 'Why the video of an address is not here, or that it is.',
      caller: 'admin',
      area: 'ingest',
      query: AddressQuery,
      output: AddressReason,
      errors: ['bad_request'],
    },
    ofRun: {
      method: 'GET',
      path: '/api/crawler-runs/:id/ledger',
      summary: 'Lists what a crawler run decided about each address.',
      caller: 'admin',
      area: 'ingest',
      params: RunLedgerParams,
      query: RunLedgerQuery,
      output: RunLedger,
      errors: ['bad_request', 'not_found'],
    },
  },
  mediaJobs: {
    list: {
      method: 'GET',
      path: '/api/media/jobs',
      summary: "Lists the jobs that make pictures and renditions of videos' films.",
      caller: 'admin',
      area: 'catalogue',
      query: MediaJobsQuery,
      output: MediaJobs,
      errors: ['bad_request'],
    },
    retry: {
      method: 'POST',
      path: '/api/media/jobs/:id/retry',
      summary: 'Runs a failed media job again.',
      caller: 'admin',
      area: 'catalogue',
      params: MediaJobParams,
      output: MediaJob,
      errors: ['not_found', 'conflict'],
    },
    rerun: {
      method: 'POST',
      path: '/api/media/reruns',
      summary: 'Makes a step of many videos anew: of all, of a source, or of one.',
      caller: 'admin',
      area: 'catalogue',
      body: NewMediaRerun,
      output: MediaRerunStarted,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    reruns: {
      method: 'GET',
      path: '/api/media/reruns',
      summary: 'Lists the re-runs of steps and how far they have come.',
      caller: 'admin',
      area: 'catalogue',
      query: MediaRerunsQuery,
      output: MediaReruns,
      errors: ['bad_request'],
    },
    stopRerun: {
      method: 'POST',
      path: '/api/media/reruns/:id/stop',
      summary: 'Stops a re-run; what it has done stays.',
      caller: 'admin',
      area: 'catalogue',
      params: MediaRerunParams,
      output: MediaRerun,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    posters: {
      method: 'GET',
      path: '/api/videos/:id/posters',
      summary: "Offers pictures of a video's film to choose its poster from.",
      caller: 'admin',
      area: 'catalogue',
      params: VideoParams,
      output: PosterChoice,
      errors: ['not_found', 'conflict', 'unavailable'],
    },
    choosePoster: {
      method: 'POST',
      path: '/api/videos/:id/poster',
      summary: "Makes a moment of a video's film its poster.",
      caller: 'admin',
      area: 'catalogue',
      params: VideoParams,
      body: PosterChosen,
      output: MediaJob,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
  },
  domainSettings: {
    list: {
      method: 'GET',
      path: '/api/domains',
      caller: 'admin',
      area: 'site',
      output: z.array(Domain),
      errors: [],
    },
    get: {
      method: 'GET',
      path: '/api/domains/:id',
      caller: 'admin',
      area: 'site',
      params: DomainParams,
      output: Domain,
      errors: ['not_found'],
    },
    create: {
      method: 'POST',
      path: '/api/domains',
      caller: 'admin',
      area: 'site',
      body: NewDomain,
      output: Domain,
      errors: ['bad_request', 'conflict'],
    },
    change: {
      method: 'PATCH',
      path: '/api/domains/:id',
      caller: 'admin',
      area: 'site',
      params: DomainParams,
      body: DomainChange,
      output: Domain,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    remove: {
      method: 'DELETE',
      path: '/api/domains/:id',
      caller: 'admin',
      area: 'site',
      asksPassword: true,
      params: DomainParams,
      output: DomainRemoved,
      errors: ['not_found', 'conflict'],
    },
  },
  settings: {
    list: {
      method: 'GET',
      path: '/api/admin/settings',
      caller: 'admin',
      area: 'site',
      output: z.array(Setting),
      errors: [],
    },
  },
  sitemapCrawls: {
    source: {
      method: 'GET',
      path: '/api/crawl-txxx-sitemaps',
      summary: 'The source whose sitemaps can be crawled by hand, and how many files they have.',
      caller: 'admin',
      area: 'ingest',
      output: SitemapCrawlSource,
      errors: [],
    },
    start: {
      method: 'POST',
      path: '/api/crawl-txxx-sitemaps',
      summary: 'Queues videos from the sitemaps of the external source, at random or in order.',
      caller: 'admin',
      area: 'ingest',
      body: SitemapCrawl,
      output: SitemapCrawled,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
  },
  audit: {
    list: {
      method: 'GET',
      path: '/api/admin/audit',
      summary: 'Lists what was done in the back office, the latest first.',
      caller: 'admin',
      area: 'account',
      query: AuditQuery,
      output: AuditList,
      errors: ['bad_request'],
    },
  },
  tokens: {
    list: {
      method: 'GET',
      path: '/api/admin/tokens',
      summary: 'Lists the personal tokens of all administrators, the latest first.',
      caller: 'admin',
      area: 'account',
      output: z.array(PersonalToken),
      errors: [],
    },
    create: {
      method: 'POST',
      path: '/api/admin/tokens',
      summary: 'Makes a token for programs of the administrator, and tells it this once.',
      caller: 'admin',
      area: 'account',
      asksPassword: true,
      body: NewToken,
      output: CreatedToken,
      errors: ['bad_request', 'conflict'],
    },
    revoke: {
      method: 'POST',
      path: '/api/admin/tokens/:id/revoke',
      summary: 'Ends a token of any administrator at once.',
      caller: 'admin',
      area: 'account',
      params: TokenParams,
      output: PersonalToken,
      errors: ['not_found', 'conflict'],
    },
  },
  apiDocument: {
    openApi: {
      method: 'GET',
      path: '/api/openapi.json',
      summary: 'The description of all calls in OpenAPI 3.1.',
      caller: 'admin',
      area: 'account',
      anyToken: true,
      output: z.record(z.string(), z.unknown()),
      errors: [],
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
