import type { OutgoingHttpHeaders } from 'node:http';
import { dataHeaders } from '@vesper/core/http/security-headers.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { ConcurrentLimit } from '@vesper/core/lib/counts.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AskedFile, noSuchFile } from '../files/files.ts';
import { type OpenPart, openPart } from '../files/open-part.ts';
import type { RemovalWatch } from '../files/removal-watch.ts';
import { type PlannedAnswer, planAnswer } from '../film/plan-answer.ts';
import type { ByteLimit } from './byte-limit.ts';
import { isFilm } from './file-headers.ts';
import { sendChunks, VisitorGone } from './send-chunks.ts';

export interface SenderOptions {
  storages: Storages;
  log: Log;
  removals: RemovalWatch;
  byteLimit: ByteLimit | undefined;
  transferLimit: ConcurrentLimit;
}

const RETRY_AFTER_SECONDS = 5;

export type SendFile = (request: FastifyRequest, reply: FastifyReply, wanted: AskedFile) => Promise<unknown>;

export function createFileSender(options: SenderOptions): SendFile {
  return async (request, reply, wanted) => {
    // Only films count: a page loads dozens of small pictures at once.
    const end = isFilm(wanted.asked) ? await options.transferLimit.begin(request.ip) : () => {};
    if (!end) {
      reply.header('retry-after', RETRY_AFTER_SECONDS);
      throw new AppError(
        'too_many_requests',
        'Too many films are being sent to your network at once. Please try again in a few seconds.',
      );
    }
    try {
      return await sendCounted(request, reply, wanted, options);
    } finally {
      end();
    }
  };
}

async function sendCounted(
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: AskedFile,
  options: SenderOptions,
): Promise<unknown> {
  const part = await openPart(options.storages, wanted.file, {
    plan: (sizeBytes) => planAnswer(request, wanted, sizeBytes),
    log: options.log,
  });
  if (!part) throw noSuchFile();
  try {
    const { status, headers, range } = part.plan;
    if (!range) return reply.code(status).headers(headers).send();
    const head = { status, headers: { ...dataHeaders(request), ...headers } };
    await sendPart(reply, part, { head, visitor: request.ip, videoId: wanted.asked.videoId, ...options });
    return reply;
  } finally {
    part.close();
  }
}

interface Part extends SenderOptions {
  head: { status: number; headers: OutgoingHttpHeaders };
  visitor: string;
  videoId: string;
}

/** Throws if the video is removed before the headers are sent; later errors can only cut the connection. */
async function sendPart(
  reply: FastifyReply,
  { chunks }: OpenPart<PlannedAnswer>,
  { head, visitor, videoId, byteLimit, removals, log }: Part,
): Promise<void> {
  const response = reply.raw;
  const begin = () => {
    // Fastify would copy the stream through its own buffers.
    reply.hijack();
    response.writeHead(head.status, head.headers);
  };
  const ending = new AbortController();
  let isRemoved = false;
  const unwatch = removals.watch(videoId, () => {
    isRemoved = true;
    ending.abort();
  });
  try {
    await sendChunks(response, chunks, {
      ending,
      begin,
      ...(byteLimit && {
        sliceBytes: byteLimit.sliceBytes,
        pace: (bytes, signal) => byteLimit.pace(visitor, bytes, signal),
      }),
    });
    if (!response.headersSent) begin();
    response.end();
  } catch (error) {
    if (isRemoved && !response.headersSent && !response.destroyed) throw noSuchFile();
    const isExpected = isRemoved || error instanceof VisitorGone || response.destroyed;
    if (!isExpected) log.warn({ err: error, videoId }, 'A file could not be sent completely.');
    reply.hijack();
    response.destroy();
  } finally {
    unwatch();
  }
}
