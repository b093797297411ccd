import { DOWNLOAD_PARAMETER, FILM_PATH } from '@vesper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hostnameOf } from '../../../kernel/http/origin.ts';
import { AppError } from '../../../kernel/lib/app-error.ts';
import type { Clock } from '../../../kernel/lib/clock.ts';
import { type Counts, createConcurrentLimit } from '../../../kernel/lib/counts.ts';
import type { Log } from '../../../kernel/lib/log.ts';
import type { Storages } from '../../../kernel/storage/storage.ts';
import type { Crawlers } from '../../../site/crawlers/index.ts';
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
  /** Tells the engine's name of a verified crawler. */
  crawlers: Pick<Crawlers, 'verify'>;
  /** Which domain answers for a host name. */
  domains: { nameFor(hostname: string): Promise<string> };
  findPublicFiles: FindPublicFiles;
  /** Those of the videos that are publicly visible now. */
  findVisible: (videoIds: readonly string[]) => Promise<string[]>;
  accel: Accel;
  /** Whether visitors fetch a bucket's files from the bucket. */
  isDirect: boolean;
  /** Bytes per second for each visitor's network; 0 for no limit. */
  rateLimit: number;
  /** Concurrent films for each visitor's network; 0 for no limit. */
  connectionLimit: number;
}

/** What pictures for other sites are made from. */
const LARGEST = { purpose: 'thumbnail', name: FILE_NAMES.thumbnail(1280, 'webp') } as const;

/** As in the table of stored files. */
const FILE_NAME = /^[a-z0-9][a-z0-9._-]*$/;
/** As `filmName` makes it. */
const FILM_NAME = /^video\.(mp4|webm)$/;

const FOR_ENGINES =
  'This address of the film is for search engines. The film itself is on its page, for everyone.';

interface FilmRoute {
  Params: { id: string; name: string };
}

interface MediaRoute {
  Params: { purpose: string; id: string; expires: string; signature: string; name: string };
  Querystring: Record<string, unknown>;
}

/**
 * Serves signed addresses, with ranges and conditional requests (RFC 9110), from wherever the file is stored, through
 * this process, a proxy or the bucket. A removed video answers 404 within two seconds, and its open transfers are cut
 * off.
 */
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
    // They are compressed already, and ranges of a body compressed on the fly would not fit together.
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

/**
 * Throws unless the visitor is a verified crawler: an address that lasts would let anybody else use the site's films from
 * elsewhere.
 */
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

/** Throws unless the address was signed here and is valid now. */
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
  // A domain that has lost its name keeps the addresses made for it.
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
  // A visitor who has the file already gets his 304 from the row alone.
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

/** Lets the proxy send the bytes, ranges included. False where the file is not in the folder. */
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
      // The proxy's to say: nginx would say it twice.
      .removeHeader('accept-ranges')
      .send();
  return true;
}
