import {
  type Because,
  type CallRequest,
  type CallResponse,
  ERROR_STATUS,
  type ErrorCode,
  type KeywordPage,
  type Pagination,
  type ReportStatus,
  routes,
  type SearchSaid,
  type Suggestion,
  type Transport,
  type Video,
  type VideoList,
} from '@vesper/contract';
import type { Catalogue } from './catalogue.ts';
import { findVideos } from './find-videos.ts';

const RELATED = 12;

/** What travels over HTTP. */
type WireRequest = Pick<CallRequest, 'method' | 'url'>;

/** Answers the contract's public calls from memory; `calls` keeps what was asked. */
export interface FakeApi {
  transport: Transport;
  answer: (request: WireRequest) => CallResponse;
  calls: string[];
  /** Ids of removed videos. */
  removed: Set<string>;
  /** Null makes the signing calls fail. */
  signedForSeconds: number | null;
  /** The next notices are refused with it. */
  noticeFailure: string | undefined;
  /** The notice that has a private page. */
  report: ReportStatus;
}

export function createFakeApi(catalogue: Catalogue): FakeApi {
  const api: FakeApi = {
    calls: [],
    removed: new Set(),
    signedForSeconds: 3600,
    noticeFailure: undefined,
    report: createReport(),
    answer: (request) => {
      api.calls.push(`${request.method} ${request.url}`);
      return answer(catalogue, request, api);
    },
    transport: async (request) => api.answer(request),
  };
  return api;
}

function createReport(): ReportStatus {
  return {
    id: 'c0ffee00-1111-4222-8333-444455556666',
    kind: 'illegal_content',
    state: 'incomplete',
    receivedAt: '2026-11-23T18:50:00.000Z',
    dueAt: '2026-11-26T18:50:00.000Z',
    decidedAt: null,
    linkedAt: null,
    hasMailbox: true,
    isConfirmed: false,
    isOwn: true,
    isHidden: false,
    comesBack: null,
    disagrees: true,
    asked: ['reasons', 'good_faith'],
    targets: [
      { shape: 'page', videoId: 'video-3' },
      { shape: 'other', videoId: null },
    ],
  };
}

function answer(catalogue: Catalogue, { method, url }: WireRequest, api: FakeApi): CallResponse {
  const { pathname, searchParams } = new URL(url, 'http://loopback.invalid');
  if (pathname === '/api/domain-config') return ok(catalogue.config);
  if (pathname === '/api/categories') return ok(catalogue.categories);
  if (pathname === '/api/keyword-links') return ok([]);
  if (pathname === '/api/keyword-index') return ok({ links: [], page: 1, totalPages: 1, total: 0 });
  if (pathname === '/api/gone') return ok({ gone: false });
  if (pathname === '/api/search/suggest') return suggest(catalogue, searchParams.get('text') ?? '');
  if (pathname === '/api/search/asked') return ok({ counted: true });
  if (pathname === '/api/videos') return listVideos(catalogue, searchParams);
  if (pathname.startsWith('/api/keywords/')) return showKeyword(catalogue, pathname);
  if (pathname === '/api/dmca/submit') return takeNotice(api);
  if (pathname === '/api/reports/form') return ok({ proof: 'a-proof' });
  if (pathname.startsWith('/api/reports/')) return answerAboutReport(api, pathname);
  const [, id = '', rest = ''] = /^\/api\/videos\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
  const video = catalogue.videos.find((candidate) => candidate.id === decodeURIComponent(id));
  if (!video || api.removed.has(video.id)) return refuse('not_found', 'This video does not exist.');
  return rest.endsWith('signed-url')
    ? sign(video, rest, api)
    : answerAbout(catalogue, video, `${method} ${rest}`);
}

/** Titles with a word that begins so; for "jul" one of each other kind. */
function suggest({ videos, categories }: Catalogue, text: string): CallResponse {
  const start = text.trim().toLowerCase();
  const titles = videos.filter(({ title }) => ` ${title.toLowerCase()}`.includes(` ${start}`)).slice(0, 4);
  const { name, slug } = categories[0]!;
  const others: Suggestion[] = [
    { kind: 'search', text: 'julia set', path: '/?search=julia+set' },
    { kind: 'category', text: name, path: `/category/${slug}` },
    { kind: 'tag', text: 'calm', path: '/?tag=calm' },
    { kind: 'keyword', text: 'calm', path: '/en/calm' },
  ];
  const videosFound = titles.map(
    ({ id, title }): Suggestion => ({ kind: 'video', text: title, path: `/video/${id}` }),
  );
  return ok({ suggestions: [...(start === 'jul' ? others : []), ...videosFound] });
}

function answerAbout(catalogue: Catalogue, video: Video, call: string): CallResponse {
  switch (call) {
    case 'GET ':
      return ok(video);
    case 'GET related':
      return ok(
        relatedTo(catalogue, video).map((related) => ({ video: related, because: sharedBy(video, related) })),
      );
    case 'POST view':
      video.views += 1;
      return ok({ counted: true });
    default:
      return refuse('not_found', 'Unknown call.');
  }
}

function sign(video: Video, call: string, { signedForSeconds, calls }: FakeApi): CallResponse {
  if (signedForSeconds === null) return refuse('unavailable', 'Nothing can be signed now.');
  if (call === 'thumbnail-signed-url') return ok({ signedUrl: `${video.thumbnailUrl}?signed` });
  // A film that lies elsewhere is not signed.
  if (video.kind === 'remote') return ok({ signedUrl: video.videoUrl, expiresIn: signedForSeconds });
  return ok({ signedUrl: `${video.videoUrl}?signed=${calls.length}`, expiresIn: signedForSeconds });
}

/** /en/calm has two dozen videos, /en/empty none; others do not exist. */
function showKeyword(catalogue: Catalogue, path: string): CallResponse {
  const [, , , lang = '', slug = ''] = path.split('/');
  if (lang !== 'en' || !['calm', 'empty'].includes(slug)) {
    return refuse('not_found', "This keyword page doesn't exist.");
  }
  const videos =
    slug === 'empty' ? [] : catalogue.videos.filter(({ tags }) => tags.includes(slug)).slice(0, 24);
  const page: KeywordPage = {
    keyword: {
      keyword: slug,
      slug,
      metaTitle: `${slug} pictures that move`,
      metaDescription: `Everything here that is ${slug}: slow, quiet and rendered with a fixed seed.`,
      languageCode: lang,
      views: 1234,
      indexable: slug === 'calm',
    },
    videos: videos.map((video) => ({
      ...video,
      localizedTitle: `${video.title} (localized)`,
      localizedDescription: video.description,
    })),
    pagination: paginationOf(videos.length, { page: 1, limit: 24 }),
  };
  return ok(page);
}

/** /status/known has a page, and /confirm/known a mailbox to confirm. */
function answerAboutReport({ report }: FakeApi, path: string): CallResponse {
  if (path === '/api/reports/status/known') return ok(report);
  if (path === '/api/reports/confirm/known') {
    return ok({ id: report.id, kind: report.kind, isConfirmed: report.isConfirmed });
  }
  return refuse('not_found', 'This notice does not exist.');
}

function takeNotice({ noticeFailure }: FakeApi): CallResponse {
  return noticeFailure ? refuse('unavailable', noticeFailure) : ok({ requestId: 'request-1' });
}

function relatedTo(catalogue: Catalogue, video: Video): Video[] {
  if (video.tags.length === 0) return [];
  return catalogue.videos
    .filter((other) => other.id !== video.id && other.category === video.category)
    .slice(0, RELATED);
}

function sharedBy(video: Video, related: Video): Because {
  const tag = video.tags.find((one) => related.tags.includes(one));
  if (tag === undefined) return { kind: 'category', words: [related.category] };
  return { kind: 'tag', words: [tag] };
}

function listVideos(catalogue: Catalogue, query: URLSearchParams): CallResponse {
  const parsed = routes.videos.list.query.safeParse(Object.fromEntries(query));
  if (!parsed.success) return refuse('bad_request', parsed.error.issues[0]?.message ?? 'The query is wrong.');
  const { page, limit, search, exact, tag } = parsed.data;
  if ([search, tag].includes(REFUSED)) return ok(refusedList(parsed.data));
  const said = exact && search !== 'clam' ? undefined : SAID[search ?? ''];
  const matching = findVideos(catalogue.videos, { ...parsed.data, search: said?.searchedInstead ?? search });
  const list: VideoList = {
    videos: matching.slice((page - 1) * limit, page * limit),
    pagination: paginationOf(matching.length, { page, limit }),
    isSearch: Boolean(search?.trim()),
    ...(said ? { search: said } : {}),
  };
  return ok(list);
}

function paginationOf(totalVideos: number, { page, limit }: { page: number; limit: number }): Pagination {
  const totalPages = Math.ceil(totalVideos / limit);
  const neighbours = { hasPreviousPage: page > 1, hasNextPage: page < totalPages };
  return { page, limit, totalPages, totalVideos, totalIsCapped: false, ...neighbours };
}

/** A search or tag that the API refuses. */
export const REFUSED = 'blorvik';

function refusedList(asked: { page: number; limit: number }): VideoList {
  return {
    videos: [],
    pagination: paginationOf(0, asked),
    isSearch: true,
    refused: { text: 'Somebody listens.', address: 'https://help.example/' },
  };
}

/** By search. */
const SAID: Readonly<Record<string, SearchSaid>> = {
  jluia: { searchedInstead: 'julia' },
  clam: { didYouMean: 'calm' },
  '-calm': { onlyExcludes: true },
};

function ok(body: unknown): CallResponse {
  return { status: 200, bodyText: JSON.stringify(body) };
}

function refuse(error: ErrorCode, message: string): CallResponse {
  return { status: ERROR_STATUS[error], bodyText: JSON.stringify({ error, message }) };
}
