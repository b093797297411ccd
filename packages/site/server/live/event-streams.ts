import { PassThrough } from 'node:stream';
import { LIVE_BEAT_MS, LIVE_EVENTS, LIVE_EVENTS_PATH, permits } from '@vesper/contract';
import { namedCalls } from '@vesper/core/http/call-names.ts';
import type { Actor, CallContext, FindActor } from '@vesper/core/http/mount.ts';
import { refuseForeignReader } from '@vesper/core/http/origin.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChangeFeed } from './change-feed.ts';

export interface EventOptions {
  feed: ChangeFeed;
  counts: Counts;
  findActor: FindActor;
  contextOf: (request: FastifyRequest, reply: FastifyReply) => CallContext;
  /** Set by tests. */
  timing?: { beatMs?: number; pollMs?: number };
}

/** A browser's tabs share one (web, admin/data/live-stream.ts), or visible tabs have one each. */
const MOST_A_SESSION = 8;
const COUNTED = 'live streams';
const POLL_MS = 3000;
/** With more unread, the client is gone or will reload anyway. */
const MOST_UNREAD_BYTES = 64 * 1024;
const CUT_MS = 1000;

interface Stream {
  sessionId: string;
  /** As of the last poll: the role may change. */
  actor: Actor;
  context: CallContext;
  body: PassThrough;
}

/**
 * Server-sent events (HTML standard, section 9.2). A stream ends with its session, with the feed, and with the site;
 * returning clients reload everything, so nothing is kept.
 */
export function mountEvents(app: FastifyInstance, options: EventOptions): void {
  const {
    feed,
    counts,
    findActor,
    contextOf,
    timing: { beatMs = LIVE_BEAT_MS, pollMs = POLL_MS } = {},
  } = options;
  const streams = new Set<Stream>();

  app.get(LIVE_EVENTS_PATH, async (request, reply) => {
    refuseForeignReader(request);
    const context = contextOf(request, reply);
    const actor = await findActor(context);
    if (!actor?.sessionId) throw new AppError('unauthorized', 'Please sign in as an administrator.');
    const body = await open(actor, actor.sessionId, context);
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .send(body);
  });

  async function open(actor: Actor, sessionId: string, context: CallContext): Promise<PassThrough> {
    if (!(await counts.begin(COUNTED, sessionId, MOST_A_SESSION)))
      throw new AppError('too_many_requests', 'Too many tabs are listening; this one has to poll.');
    const body = new PassThrough();
    const stream: Stream = { sessionId, actor, context, body };
    const unsubscribe = feed.subscribe({
      changed(paths) {
        const theirs = paths.filter((path) => mayRead(stream.actor, path));
        if (theirs.length > 0) write(body, LIVE_EVENTS.changes, { paths: theirs });
      },
      lost: () => cut(body),
    });
    if (!unsubscribe) {
      counts.end(COUNTED, sessionId);
      throw new AppError('unavailable', 'Live updates are temporarily unavailable; please poll.');
    }
    streams.add(stream);
    body.once('close', () => {
      unsubscribe();
      counts.end(COUNTED, sessionId);
      streams.delete(stream);
    });
    write(body, LIVE_EVENTS.ready, {});
    return body;
  }

  const beats = setInterval(() => {
    for (const { body } of streams) write(body, LIVE_EVENTS.beat, {});
  }, beatMs);
  const polling = setInterval(() => void endOfEndedSessions(), pollMs);

  async function endOfEndedSessions(): Promise<void> {
    for (const [sessionId, { context }] of new Map([...streams].map((one) => [one.sessionId, one]))) {
      // The feed is lost too while the database is down.
      const actor = await findActor(context).catch(() => undefined);
      for (const stream of streams) {
        if (stream.sessionId !== sessionId) continue;
        if (actor?.sessionId === sessionId) stream.actor = actor;
        else cut(stream.body);
      }
    }
  }

  app.addHook('preClose', async () => {
    clearInterval(beats);
    clearInterval(polling);
    for (const { body } of streams) cut(body);
  });
}

const READS = new Map(
  namedCalls.filter(({ call }) => call.method === 'GET').map(({ call }) => [call.path, call]),
);

function mayRead(actor: Actor, path: string): boolean {
  const call = READS.get(path);
  return call !== undefined && permits(actor, call);
}

/** A client that stops reading must not hold the stream open. */
function cut(body: PassThrough): void {
  body.end();
  setTimeout(() => body.destroy(), CUT_MS).unref();
}

function write(body: PassThrough, event: string, data: object): void {
  if (body.writableLength + body.readableLength > MOST_UNREAD_BYTES) body.destroy();
  else if (body.writable) body.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
