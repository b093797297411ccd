/** The crawler's calls: each action refetches them. */
export const STATUS_PATH = '/api/crawler/status';
export const RUNS_PATH = '/api/crawler-runs';
export const RUN_PATH = '/api/crawler-runs/:id';
export const RUN_LEDGER_PATH = '/api/crawler-runs/:id/ledger';
export const SOURCES_PATH = '/api/video-sources';

export const CRAWLER_LISTS = [STATUS_PATH, RUNS_PATH, RUN_PATH, SOURCES_PATH];

/** Specification, section 9. */
export const CRAWLER_POLL_MS = 5_000;
