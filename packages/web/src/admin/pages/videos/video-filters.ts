import {
  adminHref,
  HIDDEN_REASONS,
  VIDEO_KINDS,
  VIDEO_PROBLEMS,
  VIDEO_STATUSES,
  type VideoFilter,
} from '@vesper/contract';

/** The allowed values of these filters; the others take any text. */
const CHOICES: Partial<Record<keyof VideoFilter, readonly string[]>> = {
  status: VIDEO_STATUSES,
  reason: HIDDEN_REASONS,
  kind: VIDEO_KINDS,
  problem: VIDEO_PROBLEMS,
};
const NAMES = ['search', 'status', 'reason', 'kind', 'problem', 'sourceId', 'category', 'tag'] as const;

/** The filter in an address; unknown values are dropped. */
export function readFilter(search: URLSearchParams): VideoFilter {
  const filter: Record<string, string> = {};
  for (const name of NAMES) {
    const value = search.get(name)?.trim();
    if (value && (CHOICES[name]?.includes(value) ?? true)) filter[name] = value;
  }
  return filter as VideoFilter;
}

/** The page's address with that filter. */
export function filterHref(filter: VideoFilter): string {
  const params = new URLSearchParams();
  for (const name of NAMES) {
    const value = filter[name];
    if (value) params.set(name, value);
  }
  const query = params.toString();
  return query ? `${adminHref('videos')}?${query}` : adminHref('videos');
}

export function isFiltered(filter: VideoFilter): boolean {
  return Object.keys(filter).length > 0;
}
