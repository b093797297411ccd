import {
  type CallRequest,
  type CallResponse,
  ERROR_STATUS,
  type ErrorCode,
  routes,
  type Transport,
  type Video,
  type VideoList,
} from '@vesper/contract';
import type { Catalogue } from './catalogue.ts';

const CAP = 1000;
const RELATED = 12;

/** As much of a call as travels over HTTP. */
type WireRequest = Pick<CallRequest, 'method' | 'url'>;

/** The API, answering the contract's public calls from a catalogue in memory; `calls` keeps what was asked. */
export interface FakeApi {
  transport: Transport;
  answer: (request: WireRequest) => CallResponse;
  calls: string[];
  /** What the signing calls promise next; null makes them fail. */
  signedForSeconds: number | null;
}

export function createFakeApi(catalogue: Catalogue): FakeApi {
  const api: FakeApi = {
    calls: [],
    signedForSeconds: 3600,
    answer: (request) => {
      api.calls.push(`${request.method} ${request.url}`);
      return answer(catalogue, request, api);
    },
    transport: async (request) => api.answer(request),
  };
  return api;
}

function answer(catalogue: Catalogue, { method, url }: WireRequest, api: FakeApi): CallResponse {
  const { pathname, searchParams } = new URL(url, 'http://loopback.invalid');
  if (pathname === '/api/domain-config') return ok(catalogue.config);
  if (pathname === '/api/categories') return ok(catalogue.categories);
  if (pathname === '/api/videos') return listVideos(catalogue, searchParams);
  const [, id = '', rest = ''] = /^\/api\/videos\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
  const video = catalogue.videos.find((candidate) => candidate.id === decodeURIComponent(id));
  if (!video) return refuse('not_found', 'There is no such video.');
  return rest.endsWith('signed-url')
    ? sign(video, rest, api)
    : answerAbout(catalogue, video, `${method} ${rest}`);
}

function answerAbout(catalogue: Catalogue, video: Video, call: string): CallResponse {
  switch (call) {
    case 'GET ':
      return ok(video);
    case 'GET related':
      return ok(relatedTo(catalogue, video).map((related) => ({ video: related })));
    case 'POST view':
      video.views += 1;
      return ok({ counted: true });
    default:
      return refuse('not_found', 'There is no such call.');
  }
}

function sign(video: Video, call: string, { signedForSeconds, calls }: FakeApi): CallResponse {
  if (signedForSeconds === null) return refuse('unavailable', 'Nothing can be signed now.');
  if (call === 'thumbnail-signed-url') return ok({ signedUrl: `${video.thumbnailUrl}?signed` });
  return ok({ signedUrl: `${video.videoUrl}?signed=${calls.length}`, expiresIn: signedForSeconds });
}

function relatedTo(catalogue: Catalogue, video: Video): Video[] {
  if (video.tags.length === 0) return [];
  return catalogue.videos
    .filter((other) => other.id !== video.id && other.category === video.category)
    .slice(0, RELATED);
}

function listVideos(catalogue: Catalogue, query: URLSearchParams): CallResponse {
  const parsed = routes.videos.list.query.safeParse(Object.fromEntries(query));
  if (!parsed.success) return refuse('bad_request', parsed.error.issues[0]?.message ?? 'The query is wrong.');
  const { page, limit, search, category } = parsed.data;
  const word = search?.trim().toLowerCase() ?? '';
  const matching = catalogue.videos.filter(
    (video) =>
      (!category || video.category === category) &&
      (!word || [video.title, ...video.tags].some((text) => text.toLowerCase().includes(word))),
  );
  const totalVideos = search ? Math.min(matching.length, CAP) : matching.length;
  const totalPages = Math.ceil(totalVideos / limit);
  const list: VideoList = {
    videos: matching.slice((page - 1) * limit, page * limit),
    pagination: {
      page,
      limit,
      totalPages,
      totalVideos,
      totalIsCapped: totalVideos < matching.length,
      hasPreviousPage: page > 1,
      hasNextPage: page < totalPages,
    },
    isSearch: Boolean(search),
  };
  return ok(list);
}

function ok(body: unknown): CallResponse {
  return { status: 200, bodyText: JSON.stringify(body) };
}

function refuse(error: ErrorCode, message: string): CallResponse {
  return { status: ERROR_STATUS[error], bodyText: JSON.stringify({ error, message }) };
}
