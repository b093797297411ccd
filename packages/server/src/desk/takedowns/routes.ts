import type { AdminContext, CallContext, Handlers } from '../../kernel/http/mount.ts';
import { strikesOfSource, voidStrike } from '../cases/index.ts';
import type { ReportParts } from '../reports/index.ts';
import { decideRequest } from './decide.ts';
import { getRequest, getSummary, listRequests, listSummaries } from './requests.ts';
import { restoreOrPropose } from './restore.ts';
import { submitNotice } from './takedowns.ts';
import type { RequestView, ThumbnailUrl } from './view.ts';

/** `thumbnailUrlFor` builds the addresses of pictures for a host name. */
export function takedownRoutes(
  takedowns: ReportParts,
  thumbnailUrlFor: (hostname: string) => Promise<ThumbnailUrl>,
): Handlers['takedowns'] {
  const { clock } = takedowns;
  const viewFor = async ({ hostname }: CallContext): Promise<RequestView> => ({
    thumbnailUrl: await thumbnailUrlFor(hostname),
    now: clock.now(),
  });
  const byWhom = ({ actor }: AdminContext) => ({ by: actor.username });
  const openOne = async ({ id }: { id: string }, context: AdminContext) => {
    const request = await getRequest(takedowns, id, await viewFor(context));
    context.act.changed({ subject: id, after: { opened: 1 } });
    return request;
  };
  return {
    async submit(submission, { hostname, visitor }) {
      const { id, statusPath } = await submitNotice(takedowns, submission, { hostname, visitor });
      return { requestId: id, statusPath };
    },
    async list(query, context) {
      const requests = await listRequests(takedowns, query, await viewFor(context));
      context.act.changed({ after: { opened: requests.length } });
      return requests;
    },
    get: openOne,
    summaries: async (query, context) => listSummaries(takedowns, query, await viewFor(context)),
    summary: async ({ id }, context) => getSummary(takedowns, id, await viewFor(context)),
    open: openOne,
    async decide(decision, context) {
      const { message, after } = await decideRequest(takedowns, { ...decision, ...byWhom(context) });
      context.act.changed({ subject: decision.id, before: { status: 'pending' }, after });
      return { message, request: await getRequest(takedowns, decision.id, await viewFor(context)) };
    },
    async restore({ id, reason }, context) {
      const message = await restoreOrPropose(takedowns, { id, reason, ...byWhom(context) });
      const request = await getRequest(takedowns, id, await viewFor(context));
      context.act.changed({
        subject: id,
        before: { restored: false },
        after: { restored: !!request.restored },
      });
      return { message, request };
    },
    strikes: ({ id }) => strikesOfSource(takedowns, id),
    async voidStrike({ id, reason }, context) {
      const voided = await voidStrike(takedowns, { id, reason, ...byWhom(context) });
      context.act.changed({ subject: id, before: { state: 'active' }, after: { state: 'void' } });
      return voided;
    },
  };
}
