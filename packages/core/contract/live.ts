/** The server-sent events of the back office. Not in the table of calls, since the response never ends. */
export const LIVE_EVENTS_PATH = '/api/admin/events';

export const LIVE_EVENTS = {
  /** The stream has started: refetch everything that may have changed before. */
  ready: 'ready',
  /** The answers of the calls at these paths are out of date: `{ "paths": ["/api/download-jobs"] }`. */
  changes: 'changes',
  /** No changes; the stream is alive. */
  beat: 'beat',
} as const;

export const LIVE_BEAT_MS = 15_000;
