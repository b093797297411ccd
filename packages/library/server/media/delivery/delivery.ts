import { DOWNLOAD_PARAMETER, FILM_PATH } from '@vesper/contract';
import { hostnameOf } from '@vesper/core/http/origin.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { type Counts, createConcurrentLimit } from '@vesper/core/lib/counts.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import type { Crawlers } from '@vesper/site/crawlers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FILE_NAMES } from '../files/file-names.ts';
import { type Asked, type AskedFile, noSuchFile } from '../files/files.ts';
import { createPlaceMemory, findPlace } from '../files/open-part.ts';
import { createRemovalWatch } from '../files/removal-watch.ts';
import { planAnswer } from '../film/plan-answer.ts';
import { shareSizeOf } from '../pictures/share-pictures.ts';
import { createByteLimit } from './byte-limit.ts';
import { chooseFile } from './file-choice.ts';
import { bodyHeaders, fileHeaders, validatorsOf } from './file-headers.ts';
import { createFileLookup, type FindPublicFiles } from './file-lookup.ts';
import { type Accel, accelHeaders, directHeaders } from './hand-over.ts';
import { createFileSender, type SendFile } from './send-file.ts';
import { createShareSender } from './send-share.ts';
import { isMediaPurpose, type MediaSigner } from './signing.ts';

export interface DeliveryOptions {
  signer: MediaSigner;
  storages: Storages;
  clock: Clock;
  counts: Counts;
  log: Log;
  crawlers: Pick<Crawlers, 'verify'>;
  domains: { nameFor(hostname: string): Promise<string> };
  findPublicFiles: FindPublicFiles;
  findVisible: (videoIds: readonly string[]) => Promise<string[]>;
  accel: Accel;
  /** Whether visitors are redirected to the bucket. */
  isDirect: boolean;
  /** Bytes per second for each visitor's network; 0 for none. */
  rateLimit: number;
  /** Concurrent films for each visitor's network; 0 for none. */
  connectionLimit: number;
}

/** Share pictures are made from this file. */
const LARGEST = { purpose: 'thumbnail', name: FILE_NAMES.thumbnail(1280, 'webp') } as const;

/** As in the table stored_files. */
const FILE_NAME = /^[a-z0-9][a-z0-9._-]*$/;
/** See `filmName`. */
const FILM_NAME = /^video\.(mp4|webm)$/;

const FOR_ENGINES = 'This address is for search engines only. Everyone can watch the film on its page.';

interface FilmRoute {
  Params: { id: string; name: string };
}

interface MediaRoute {
  Params: { purpose: string; id: string; expires: string; signature: string; name: string };
  Querystring: Record<string, unknown>;
}

/** Serves signed addresses (RFC 9110). Within two seconds of a removal: 404, and open transfers are cut off. */
export function mountMediaDelivery(app: FastifyInstance, options: DeliveryOptions): void {
  const removals = createRemovalWatch(options);
  const findFile = createFileLookup({ find: options.findPublicFiles, removals });
  const placeOf = createPlaceMemory(options.storages, options.log);
  const sendShare = createShareSender(options);
  const sendFile = createFileSender({
    ...options,
    removals,
    byteLimit: options.rateLimit > 0 ? createByteLimit(options.counts, options.rateLimit) : undefined,
    transferLimit: createConcurrentLimit(options.counts, {
      name: 'media transfers',
      most: options.connectionLimit,
    }),
  });
  app.addHook('onClose', async () => removals.stop());
  async function send(request: FastifyRequest, reply: FastifyReply, asked: Asked) {
    const size = asked.purpose === 'thumbnail' ? shareSizeOf(asked.name) : undefined;
    if (size) {
      const find = () =>
        findFile(asked.videoId, 'thumbnail', (files) => chooseFile(LARGEST, files, undefined));
      return sendShare(request, reply, { asked, size, find });
    }
    const { accept } = request.headers;
    const file = await findFile(asked.videoId, asked.purpose, (files) => chooseFile(asked, files, accept));
    if (!file) throw noSuchFile();
    return answer(request, reply, { asked, file, options, placeOf, sendFile });
  }
  const how = {
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    // Already compressed, and ranges of a body compressed on the fly would not fit together.
    compress: false as const,
  };
  app.route<MediaRoute>({
    ...how,
    url: '/media/:purpose/:id/:expires/:signature/:name',
    handler: async (request, reply) => send(request, reply, await verify(request, options)),
  });
  app.route<FilmRoute>({
    ...how,
    url: FILM_PATH,
    handler: async (request, reply) => send(request, reply, await verifyCrawler(request, options)),
  });
}

/** Throws unless the visitor is a verified crawler: the address never expires, so anybody could embed the films. */
async function verifyCrawler(
  request: FastifyRequest<FilmRoute>,
  { crawlers }: Pick<DeliveryOptions, 'crawlers'>,
): Promise<Asked> {
  const userAgent = String(request.headers['user-agent'] ?? '');
  if (!(await crawlers.verify({ address: request.ip, userAgent })))
    throw new AppError('forbidden', FOR_ENGINES);
  const { id, name } = request.params;
  if (!FILM_NAME.test(name)) throw noSuchFile();
  return { videoId: id, purpose: 'play', name, isDownload: false };
}

async function verify(
  request: FastifyRequest<MediaRoute>,
  { signer, clock, domains }: Pick<DeliveryOptions, 'signer' | 'clock' | 'domains'>,
): Promise<Asked> {
  const { purpose, id, expires, signature, name } = request.params;
  const judge = (domain: string) =>
    signer.verify({ purpose, videoId: id, domain, expires, signature }, clock.now());
  const hostname = hostnameOf(request);
  const domain = await domains.nameFor(hostname);
  const found = judge(domain);
  // A renamed domain keeps the addresses made for its former name.
  const verdict = found === 'forged' && hostname !== domain ? judge(hostname) : found;
  if (verdict === 'forged' || !isMediaPurpose(purpose) || !FILE_NAME.test(name)) throw noSuchFile();
  if (verdict === 'expired') throw new AppError('forbidden', 'This address has expired. Reload the page.');
  return { videoId: id, purpose, name, isDownload: DOWNLOAD_PARAMETER in request.query };
}

interface Answer extends AskedFile {
  options: DeliveryOptions;
  placeOf: ReturnType<typeof createPlaceMemory>;
  sendFile: SendFile;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { options, placeOf, sendFile, ...wanted }: Answer,
) {
  const { storages, clock, accel, isDirect } = options;
  const { sizeBytes } = wanted.file;
  // A 304 needs only the row.
  const early = sizeBytes === null ? undefined : planAnswer(request, wanted, sizeBytes);
  if (early?.status === 304 || early?.status === 412)
    return reply.code(early.status).headers(early.headers).send();
  if (request.method === 'HEAD') return answerWithoutBytes(request, reply, wanted, options);
  const redirect = isDirect ? await directHeaders(storages, wanted, clock) : undefined;
  if (redirect) return reply.code(302).headers(redirect).send();
  if (accel.kind !== 'off' && (await handOver(request, reply, wanted, { ...options, placeOf }))) return reply;
  return sendFile(request, reply, wanted);
}

async function answerWithoutBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: AskedFile,
  { storages, log }: DeliveryOptions,
) {
  const found = await findPlace(storages, wanted.file, log);
  if (!found) throw noSuchFile();
  const { status, headers } = planAnswer(request, wanted, found.sizeBytes);
  return reply.code(status).headers(headers).send();
}

/** Lets the proxy send the bytes. False if the file is not in the folder. */
async function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: AskedFile,
  { accel, rateLimit, placeOf }: Pick<DeliveryOptions, 'accel' | 'rateLimit'> & Pick<Answer, 'placeOf'>,
): Promise<boolean> {
  const { asked, file } = wanted;
  const found = await placeOf(file);
  if (!found) throw noSuchFile();
  const localPath = found.storage.localPath(file.key);
  if (localPath === undefined) return false;
  const plan = planAnswer(request, wanted, found.sizeBytes);
  if (plan.status === 304 || plan.status === 412) reply.code(plan.status).headers(plan.headers).send();
  else
    reply
      .headers({ ...fileHeaders(asked, validatorsOf(file, found.sizeBytes)), ...bodyHeaders(wanted) })
      .headers(accelHeaders(accel, { key: file.key, localPath }, rateLimit))
      // nginx adds its own.
      .removeHeader('accept-ranges')
      .send();
  return true;
}
