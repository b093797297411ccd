import { addressesIn, copyright } from '@vesper/contract';
import type { AdminContext, CallContext, Handlers } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import type { MediaAddresses } from '@vesper/library/media';
import { decideCase, restoreOrPropose, strikesOfSource, voidStrike } from '../../outcome/index.ts';
import { readFilled } from '../read-notice.ts';
import { type ReportParts, takeIn } from '../take-in.ts';
import type { ListedRequest } from './request-queries.ts';
import { findRequest, findRequests, type RequestView, toRequest, toSummary } from './requests.ts';

/** `/api/dmca`: copyright notices, which are cases like others. */
export function takedownRoutes(takedowns: ReportParts, addresses: MediaAddresses): Handlers['takedowns'] {
  const { db, keys, clock } = takedowns;
  const viewFor = async ({ hostname }: CallContext): Promise<RequestView> => ({
    ...{ db, keys, now: clock.now() },
    thumbnailUrl: (await addresses.forHost(hostname)).thumbnailUrl,
  });
  const shown = async (id: string, context: AdminContext) =>
    toRequest(await findRequest(db, id), await viewFor(context));
  const openOne = async ({ id }: { id: string }, context: AdminContext) => {
    const request = await shown(id, context);
    context.act.changed({ subject: id, after: { opened: 1 } });
    return request;
  };
  return {
    async submit({ videoId, proof, ...fields }, { hostname, visitor }) {
      const filled = readFilled(copyright, fields);
      const { id, statusPath } = await takeIn(takedowns, {
        ...{ form: copyright, filled, videoId, proof, visitor: { hostname, visitor } },
        // The form has one address field; the free text may contain others.
        others: addressesIn(String(filled.additionalInfo ?? '')),
      });
      return { requestId: id, statusPath };
    },
    async list(query, context) {
      const rows = await findRequests(db, query);
      context.act.changed({ after: { opened: rows.length } });
      const view = await viewFor(context);
      return rows.map((row) => toRequest(row, view));
    },
    get: openOne,
    async summaries(query, context) {
      const view = await viewFor(context);
      return (await findRequests(db, query)).map((row) => toSummary(row, view));
    },
    summary: async ({ id }, context) => toSummary(await findRequest(db, id), await viewFor(context)),
    open: openOne,
    async decide({ id, status, adminNotes: note, videoId }, context) {
      const request = await findRequest(db, id);
      refuseDecided(request);
      if (videoId) refuseNaming(request, { status, videoId });
      const message = await decideCase(takedowns, {
        ...{ id, status, note, by: context.actor.username },
        ...(videoId && !request.video && { naming: { video: videoId, hostname: context.hostname } }),
      });
      const decided = await shown(id, context);
      const { effect, videoId: about } = decided;
      context.act.changed({
        subject: id,
        before: { status: 'pending' },
        after: { status, videoId: about, effect },
      });
      return { message, request: decided };
    },
    async restore({ id, reason }, context) {
      await findRequest(db, id);
      const message = await restoreOrPropose(takedowns, { id, reason, by: context.actor.username });
      const request = await shown(id, context);
      context.act.changed({
        subject: id,
        before: { restored: false },
        after: { restored: !!request.restored },
      });
      return { message, request };
    },
    strikes: ({ id }) => strikesOfSource(takedowns, id),
    async voidStrike({ id, reason }, { actor, act }) {
      const voided = await voidStrike(takedowns, { id, reason, by: actor.username });
      act.changed({ subject: id, before: { state: 'active' }, after: { state: 'void' } });
      return voided;
    },
  };
}

function refuseDecided({ status, decided_by: by, responded_at: at }: ListedRequest): void {
  if (status === 'pending') return;
  const when = at ? ` at ${formatMoment(at)}` : '';
  throw new AppError(
    'conflict',
    `Another decision came first: ${by ?? 'an administrator'} ${status} this request${when}.`,
  );
}

function refuseNaming(
  { video }: ListedRequest,
  { status, videoId }: { status: 'approved' | 'denied'; videoId: string },
): void {
  if (status === 'denied')
    throw new AppError('bad_request', 'videoId: name a video only when approving a request.');
  if (video && video.id !== videoId)
    throw new AppError('bad_request', 'videoId: this request already names another video.');
}
