/** Where the back office is told of changes, as server-sent events: no call of the table, since it does not end. */
export const LIVE_EVENTS_PATH = '/api/admin/events';

/** What the stream's events are called. */
export const LIVE_EVENTS = {
  /** The stream has begun: whatever changed before it is asked again. */
  ready: 'ready',
  /** Answers at these paths, and below them, are out of date: `{ "paths": ["/api/download-jobs"] }`. */
  changes: 'changes',
  /** Nothing has changed, and the stream still lives. */
  beat: 'beat',
} as const;

/** How often the stream shows that it lives, in milliseconds. */
export const LIVE_BEAT_MS = 15_000;
