import { z } from 'zod';
import { AdminCheck, Login } from './admin.ts';
import type { AdminArea } from './admin-areas.ts';
import { Category } from './categories.ts';
import { CrawlerRun, CrawlerRunsQuery, CrawlerStatus, CrawlerStopped } from './crawler.ts';
import {
  DmcaDecided,
  DmcaDecision,
  DmcaRequest,
  DmcaRequestParams,
  DmcaRequestsQuery,
  DmcaRestoration,
  SourceStrikes,
  StrikeParams,
  StrikeVoided,
  StrikeVoiding,
} from './dmca-requests.ts';
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
import {
  AutoLink,
  AutoLinked,
  KeywordChanges,
  KeywordDeleted,
  KeywordIdParams,
  KeywordLink,
  KeywordLinkChanged,
  KeywordLinkParams,
  KeywordRecord,
  KeywordsQuery,
  LinkedVideos,
  LinkedVideosQuery,
  NewKeyword,
} from './keyword-edits.ts';
import { KeywordPage, KeywordParams, KeywordQuery } from './keywords.ts';
import { Language, LanguageChanges, LanguageDeleted, LanguageParams, NewLanguage } from './languages.ts';
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
import { AdminStats, Charts, ChartsQuery } from './statistics.ts';
import { DmcaSubmission, DmcaSubmitted } from './takedowns.ts';
import {
  TranslationBatch,
  TranslationBatchResult,
  TranslationError,
  TranslationErrorsQuery,
  TranslationRun,
  TranslationRunParams,
  TranslationRunsQuery,
  TranslatorState,
} from './translations.ts';
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
    list: {
      method: 'GET',
      path: '/api/keywords',
      caller: 'admin',
      area: 'words',
      query: KeywordsQuery,
      output: z.array(KeywordRecord),
      errors: ['bad_request'],
    },
    create: {
      method: 'POST',
      path: '/api/keywords',
      caller: 'admin',
      area: 'words',
      body: NewKeyword,
      output: KeywordRecord,
      errors: ['bad_request', 'conflict'],
    },
    change: {
      method: 'PATCH',
      path: '/api/keywords/:id',
      caller: 'admin',
      area: 'words',
      params: KeywordIdParams,
      body: KeywordChanges,
      output: KeywordRecord,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    delete: {
      method: 'DELETE',
      path: '/api/keywords/:id',
      caller: 'admin',
      area: 'words',
      params: KeywordIdParams,
      output: KeywordDeleted,
      errors: ['not_found'],
    },
    autoLink: {
      method: 'POST',
      path: '/api/keywords/:id/auto-link',
      caller: 'admin',
      area: 'words',
      params: KeywordIdParams,
      body: AutoLink,
      output: AutoLinked,
      errors: ['bad_request', 'not_found'],
    },
    videos: {
      method: 'GET',
      path: '/api/keyword-videos',
      caller: 'admin',
      area: 'words',
      query: LinkedVideosQuery,
      output: LinkedVideos,
      errors: ['bad_request', 'not_found'],
    },
    link: {
      method: 'POST',
      path: '/api/keyword-videos',
      caller: 'admin',
      area: 'words',
      body: KeywordLink,
      output: KeywordLinkChanged,
      errors: ['bad_request', 'not_found'],
    },
    unlink: {
      method: 'DELETE',
      path: '/api/keyword-videos/:keywordId/:videoId',
      caller: 'admin',
      area: 'words',
      params: KeywordLinkParams,
      output: KeywordLinkChanged,
      errors: ['not_found'],
    },
  },
  languages: {
    list: {
      method: 'GET',
      path: '/api/languages',
      caller: 'admin',
      area: 'words',
      output: z.array(Language),
      errors: [],
    },
    create: {
      method: 'POST',
      path: '/api/languages',
      caller: 'admin',
      area: 'words',
      body: NewLanguage,
      output: Language,
      errors: ['bad_request', 'conflict'],
    },
    change: {
      method: 'PATCH',
      path: '/api/languages/:id',
      caller: 'admin',
      area: 'words',
      params: LanguageParams,
      body: LanguageChanges,
      output: Language,
      errors: ['bad_request', 'not_found'],
    },
    delete: {
      method: 'DELETE',
      path: '/api/languages/:id',
      caller: 'admin',
      area: 'words',
      params: LanguageParams,
      output: LanguageDeleted,
      errors: ['not_found', 'conflict'],
    },
  },
  translations: {
    batch: {
      method: 'POST',
      path: '/api/translations/batch',
      caller: 'admin',
      area: 'words',
      body: TranslationBatch,
      output: TranslationBatchResult,
      errors: ['bad_request', 'unavailable'],
    },
    runs: {
      method: 'GET',
      path: '/api/translations/runs',
      caller: 'admin',
      area: 'words',
      query: TranslationRunsQuery,
      output: z.array(TranslationRun),
      errors: ['bad_request'],
    },
    errors: {
      method: 'GET',
      path: '/api/translations/runs/:id/errors',
      caller: 'admin',
      area: 'words',
      params: TranslationRunParams,
      query: TranslationErrorsQuery,
      output: z.array(TranslationError),
      errors: ['bad_request', 'not_found'],
    },
    stop: {
      method: 'POST',
      path: '/api/translations/runs/:id/stop',
      caller: 'admin',
      area: 'words',
      params: TranslationRunParams,
      output: TranslationRun,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    translator: {
      method: 'GET',
      path: '/api/translations/translator',
      caller: 'admin',
      area: 'words',
      output: TranslatorState,
      errors: [],
    },
  },
  downloads: {
    list: {
      method: 'GET',
      path: '/api/download-jobs',
      caller: 'admin',
      area: 'ingest',
      query: DownloadJobsQuery,
      output: DownloadJobs,
      errors: ['bad_request', 'not_found'],
    },
    counts: {
      method: 'GET',
      path: '/api/download-jobs/counts',
      caller: 'admin',
      area: 'ingest',
      output: DownloadCounts,
      errors: [],
    },
    add: {
      method: 'POST',
      path: '/api/download-jobs',
      caller: 'admin',
      area: 'ingest',
      body: NewDownloadJob,
      output: DownloadJob,
      errors: ['bad_request', 'conflict'],
    },
    addBulk: {
      method: 'POST',
      path: '/api/download-jobs/bulk',
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
      caller: 'admin',
      area: 'ingest',
      output: DownloadsChanged,
      errors: [],
    },
    resetStuck: {
      method: 'POST',
      path: '/api/download-jobs/reset-stuck',
      caller: 'admin',
      area: 'ingest',
      output: DownloadsChanged,
      errors: [],
    },
    retryFailed: {
      method: 'POST',
      path: '/api/download-jobs/retry-failed',
      caller: 'admin',
      area: 'ingest',
      body: RetryFailed,
      output: DownloadsChanged,
      errors: ['bad_request'],
    },
    cancel: {
      method: 'POST',
      path: '/api/download-jobs/:id/cancel',
      caller: 'admin',
      area: 'ingest',
      params: DownloadParams,
      output: DownloadJob,
      errors: ['not_found', 'conflict'],
    },
    retry: {
      method: 'POST',
      path: '/api/download-jobs/:id/retry',
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
      caller: 'public',
      body: DmcaSubmission,
      output: DmcaSubmitted,
      errors: ['bad_request', 'too_many_requests'],
    },
    list: {
      method: 'GET',
      path: '/api/dmca/requests',
      caller: 'admin',
      area: 'takedowns',
      query: DmcaRequestsQuery,
      output: z.array(DmcaRequest),
      errors: ['bad_request', 'not_found'],
    },
    get: {
      method: 'GET',
      path: '/api/dmca/requests/:id',
      caller: 'admin',
      area: 'takedowns',
      params: DmcaRequestParams,
      output: DmcaRequest,
      errors: ['not_found'],
    },
    decide: {
      method: 'PATCH',
      path: '/api/dmca/requests/:id',
      caller: 'admin',
      area: 'takedowns',
      params: DmcaRequestParams,
      body: DmcaDecision,
      output: DmcaDecided,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    restore: {
      method: 'POST',
      path: '/api/dmca/requests/:id/restore',
      caller: 'admin',
      area: 'takedowns',
      asksPassword: true,
      params: DmcaRequestParams,
      body: DmcaRestoration,
      output: DmcaDecided,
      errors: ['bad_request', 'password_required', 'not_found', 'conflict'],
    },
    strikes: {
      method: 'GET',
      path: '/api/video-sources/:id/strikes',
      caller: 'admin',
      area: 'takedowns',
      params: StrikeParams,
      output: SourceStrikes,
      errors: ['not_found'],
    },
    voidStrike: {
      method: 'POST',
      path: '/api/source-strikes/:id/void',
      caller: 'admin',
      area: 'takedowns',
      params: StrikeParams,
      body: StrikeVoiding,
      output: StrikeVoided,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
  },
  crawler: {
    status: {
      method: 'GET',
      path: '/api/crawler/status',
      caller: 'admin',
      area: 'ingest',
      output: CrawlerStatus,
      errors: [],
    },
    runs: {
      method: 'GET',
      path: '/api/crawler-runs',
      caller: 'admin',
      area: 'ingest',
      query: CrawlerRunsQuery,
      output: z.array(CrawlerRun),
      errors: ['bad_request'],
    },
    start: {
      method: 'POST',
      path: '/api/crawler/start',
      caller: 'admin',
      area: 'ingest',
      output: CrawlerRun,
      errors: ['conflict'],
    },
    stop: {
      method: 'POST',
      path: '/api/crawler/stop',
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
      caller: 'admin',
      area: 'catalogue',
      query: GoneVideosQuery,
      output: GoneVideos,
      errors: ['bad_request'],
    },
    decide: {
      method: 'POST',
      path: '/api/gone-videos/:id/decide',
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
      caller: 'admin',
      area: 'catalogue',
      params: SurvivalParams,
      output: Survival,
      errors: ['not_found'],
    },
    redownloadMissing: {
      method: 'POST',
      path: '/api/admin/redownload-missing-videos',
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
      caller: 'sign-in',
      output: AdminCheck,
      errors: [],
    },
    login: {
      method: 'POST',
      path: '/api/admin/login',
      caller: 'sign-in',
      body: Login,
      output: AdminCheck,
      errors: ['bad_request', 'unauthorized', 'forbidden', 'too_many_requests'],
    },
    logout: {
      method: 'POST',
      path: '/api/admin/logout',
      caller: 'sign-in',
      output: AdminCheck,
      errors: ['forbidden'],
    },
  },
  sources: {
    list: {
      method: 'GET',
      path: '/api/video-sources',
      caller: 'admin',
      area: 'ingest',
      output: z.array(VideoSource),
      errors: [],
    },
    create: {
      method: 'POST',
      path: '/api/video-sources',
      caller: 'admin',
      area: 'ingest',
      body: NewSource,
      output: VideoSource,
      errors: ['bad_request', 'conflict'],
    },
    change: {
      method: 'PATCH',
      path: '/api/video-sources/:id',
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
      caller: 'admin',
      area: 'catalogue',
      body: DuplicateCheckRequest,
      output: DuplicateCheck,
      errors: ['bad_request'],
    },
    list: {
      method: 'GET',
      path: '/api/duplicates',
      caller: 'admin',
      area: 'catalogue',
      query: DuplicateListQuery,
      output: DuplicateList,
      errors: ['bad_request'],
    },
    decide: {
      method: 'POST',
      path: '/api/duplicates/:id/decide',
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
      caller: 'admin',
      area: 'ingest',
      query: AddressQuery,
      output: AddressReason,
      errors: ['bad_request'],
    },
    ofRun: {
      method: 'GET',
      path: '/api/crawler-runs/:id/ledger',
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
      caller: 'admin',
      area: 'catalogue',
      query: MediaJobsQuery,
      output: MediaJobs,
      errors: ['bad_request'],
    },
    retry: {
      method: 'POST',
      path: '/api/media/jobs/:id/retry',
      caller: 'admin',
      area: 'catalogue',
      params: MediaJobParams,
      output: MediaJob,
      errors: ['not_found', 'conflict'],
    },
    rerun: {
      method: 'POST',
      path: '/api/media/reruns',
      caller: 'admin',
      area: 'catalogue',
      body: NewMediaRerun,
      output: MediaRerunStarted,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    reruns: {
      method: 'GET',
      path: '/api/media/reruns',
      caller: 'admin',
      area: 'catalogue',
      query: MediaRerunsQuery,
      output: MediaReruns,
      errors: ['bad_request'],
    },
    stopRerun: {
      method: 'POST',
      path: '/api/media/reruns/:id/stop',
      caller: 'admin',
      area: 'catalogue',
      params: MediaRerunParams,
      output: MediaRerun,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
    posters: {
      method: 'GET',
      path: '/api/videos/:id/posters',
      caller: 'admin',
      area: 'catalogue',
      params: VideoParams,
      output: PosterChoice,
      errors: ['not_found', 'conflict', 'unavailable'],
    },
    choosePoster: {
      method: 'POST',
      path: '/api/videos/:id/poster',
      caller: 'admin',
      area: 'catalogue',
      params: VideoParams,
      body: PosterChosen,
      output: MediaJob,
      errors: ['bad_request', 'not_found', 'conflict'],
    },
  },
  statistics: {
    totals: {
      method: 'GET',
      path: '/api/admin/stats',
      caller: 'admin',
      area: 'catalogue',
      output: AdminStats,
      errors: [],
    },
    charts: {
      method: 'GET',
      path: '/api/admin/charts',
      caller: 'admin',
      area: 'catalogue',
      query: ChartsQuery,
      output: Charts,
      errors: ['bad_request'],
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
      caller: 'admin',
      area: 'ingest',
      output: SitemapCrawlSource,
      errors: [],
    },
    start: {
      method: 'POST',
      path: '/api/crawl-txxx-sitemaps',
      caller: 'admin',
      area: 'ingest',
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
