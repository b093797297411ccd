import { type AuditSettings, recordEvent } from '@vesper/access/audit';
import { routes, UPLOADS_PATH } from '@vesper/contract';
import type { FindActor } from '@vesper/core/http/mount.ts';
import { allowTime } from '@vesper/core/http/unreadable-requests.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Owner, requireOwner } from './owners.ts';
import { setEnded } from './queries.ts';
import { offsetOf, receivePart, removeFile } from './receiving.ts';
import { CHECKSUMS, PART_TYPE, readNewFile, readPart } from './tus-headers.ts';
import { beginUpload, finishReceiving, type Receiving, requireUpload } from './uploads.ts';
import { expiryOf } from './view.ts';

export type TusDeps = Receiving & { audit: AuditSettings; findActor: FindActor };

const VERSION = '1.0.0';
const STALLED_MS = 30_000;
const ONE = `${UPLOADS_PATH}/:id`;

type OfOne = { Params: { id: string } };

/** tus 1.0 (https://tus.io/protocols/resumable-upload) with creation, expiration, checksum and termination. */
export function mountTus(app: FastifyInstance, deps: TusDeps): void {
  void app.register(async (tus) => {
    // Bodies are read as they arrive.
    tus.addContentTypeParser(PART_TYPE, (_request, _body, done) => done(null));
    tus.addHook('onRequest', async ({ method, headers }, reply) => {
      reply.headers({ 'tus-resumable': VERSION, 'cache-control': 'no-store' });
      if (method !== 'OPTIONS' && headers['tus-resumable'] !== VERSION) {
        reply.header('tus-version', VERSION);
        throw new AppError('precondition_failed', `The header Tus-Resumable must be ${VERSION}.`);
      }
    });
    for (const url of [UPLOADS_PATH, ONE])
      tus.options(url, async (_request, reply) => {
        reply.headers({
          'tus-version': VERSION,
          'tus-extension': 'creation,expiration,checksum,termination',
        });
        reply.headers({
          'tus-checksum-algorithm': CHECKSUMS.join(','),
          'tus-max-size': deps.config.uploadMaxBytes,
        });
        return reply.code(204).send();
      });
    tus.post(UPLOADS_PATH, (request, reply) => begin(deps, request, reply));
    tus.head<OfOne>(ONE, (request, reply) => tell(deps, request, reply));
    tus.patch<OfOne>(ONE, { decompress: false }, (request, reply) => receive(deps, request, reply));
    tus.delete<OfOne>(ONE, (request, reply) => end(deps, request, reply));
  });
}

async function begin(deps: TusDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const owner = await requireOwner(routes.uploads.change, { ...deps, request, reply });
  const file = readNewFile(request.headers);
  const upload = await beginUpload(deps, { ...file, ownerId: owner.administrator.administratorId });
  const { id, name, size_bytes: sizeBytes, source_id: sourceId, replaces } = upload;
  await record(deps, owner, {
    action: 'uploads.begin',
    subject: id,
    after: { name, sizeBytes, sourceId, replaces },
  });
  expiring(reply, upload);
  return reply.code(201).header('location', `${UPLOADS_PATH}/${id}`).send();
}

async function tell(
  deps: TusDeps,
  request: FastifyRequest<OfOne>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireOwner(routes.uploads.list, { ...deps, request, reply });
  const upload = await requireUpload(deps.db, request.params.id);
  if (upload.state === 'ended') throw new AppError('gone', 'This upload has ended.');
  const offset = await offsetOf(deps, upload);
  // The program may have been killed before it could do this with the last part.
  if (offset === upload.size_bytes) await finishReceiving(deps.db, upload.id);
  expiring(reply, upload);
  reply.headers({ 'upload-offset': offset, 'upload-length': upload.size_bytes });
  return reply.header('upload-metadata', `filename ${Buffer.from(upload.name).toString('base64')}`).send();
}

async function receive(
  deps: TusDeps,
  request: FastifyRequest<OfOne>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireOwner(routes.uploads.change, { ...deps, request, reply });
  const part = readPart(request.headers);
  const { id } = request.params;
  const { raw } = request;
  const time = allowTime(raw);
  raw.socket.setTimeout(STALLED_MS);
  try {
    const offset = await receivePart(deps, id, { ...part, body: raw });
    expiring(reply, await requireUpload(deps.db, id));
    return reply.code(204).header('upload-offset', offset).send();
  } finally {
    time.end();
    raw.socket.setTimeout(0);
    // What a refusal has left unread.
    raw.resume();
  }
}

async function end(
  deps: TusDeps,
  request: FastifyRequest<OfOne>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const owner = await requireOwner(routes.uploads.change, { ...deps, request, reply });
  const { id, name, state } = await requireUpload(deps.db, request.params.id);
  if (state === 'ended') throw new AppError('gone', 'This upload has ended.');
  if (!(await setEnded(deps.db, id)))
    throw new AppError('conflict', 'All of this file is here: cancel its download, or remove its video.');
  await removeFile(deps.uploadsDirectory, id);
  await record(deps, owner, { action: 'uploads.end', subject: id, before: { name } });
  return reply.code(204).send();
}

function expiring(reply: FastifyReply, upload: Parameters<typeof expiryOf>[0]): void {
  const expiry = expiryOf(upload);
  if (expiry) reply.header('upload-expires', expiry.toUTCString());
}

function record(
  { audit }: TusDeps,
  { administrator, visitor }: Owner,
  event: { action: string; subject: string; before?: unknown; after?: unknown },
): Promise<void> {
  const { username, administratorId: actorId } = administrator;
  return recordEvent(audit, { ...event, username, actorId, visitor, outcome: 'done' });
}
