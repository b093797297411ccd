import type { CallContext, Handlers } from '@vesper/core/http/mount.ts';
import { confirmation, confirmReport, reportStatus, withdrawReport } from './private-page.ts';
import { readNotice } from './read-notice.ts';
import { sendLink } from './send-link.ts';
import { supplementReport } from './supplement.ts';
import { type ReportParts, takeIn } from './take-in.ts';

export function reportRoutes(parts: ReportParts): Handlers['reports'] {
  const from = ({ hostname, visitor }: CallContext) => ({ hostname, visitor });
  return {
    form: async () => ({ proof: parts.proofs.make() }),
    submit: async ({ slug, proof, ...input }, context) =>
      takeIn(parts, { ...readNotice(slug, input), proof, visitor: from(context) }),
    status: ({ token }) => reportStatus(parts, token),
    supplement: ({ token, ...input }, context) =>
      supplementReport(parts, token, { input, visitor: from(context) }),
    sendLink: ({ token }) => sendLink(parts, token),
    withdraw: ({ token, isSure }) => withdrawReport(parts, token, isSure),
    confirmation: ({ token }) => confirmation(parts, token),
    confirm: async ({ token }) => ({ statusPath: await confirmReport(parts, token) }),
  };
}
