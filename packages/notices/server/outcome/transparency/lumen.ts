import type { CaseKind } from '@vesper/contract';
import { type DecidedCase, day } from './statements.ts';

/** Null is not published: what persons send about themselves never is. */
const TYPES: Record<CaseKind, string | null> = {
  copyright: 'DMCA',
  counter_notice: 'Counternotice',
  authority_order: 'GovernmentRequest',
  illegal_content: 'Other',
  intimate_image: null,
  minor: null,
  person_shown: null,
  privacy: null,
};

const REDACTED = 'REDACTED';

/** In the form of the Lumen database; undefined before a decision, and for kinds not published. */
export function lumenNoticeOf(caseRow: DecidedCase) {
  const type = TYPES[caseRow.kind as CaseKind];
  if (!type || !caseRow.decided_at || !caseRow.domain) return undefined;
  const { domain, received_at: receivedAt } = caseRow;
  const urls = caseRow.video_ids.map((id) => ({ url: `https://${domain}/video/${encodeURIComponent(id)}` }));
  return {
    notice: {
      type,
      title: `${caseRow.label} to ${domain}`,
      subject: caseRow.ground?.words ?? caseRow.label,
      body: '',
      date_sent: day(receivedAt),
      date_received: day(receivedAt),
      source: 'Online Form',
      language: 'en',
      action_taken: caseRow.outcome === 'taken_off' ? 'Yes' : 'No',
      works_attributes: [
        { description: 'The work named in the notice.', kind: 'movie', infringing_urls_attributes: urls },
      ],
      entity_notice_roles_attributes: [
        { name: 'sender', entity_attributes: { name: REDACTED, kind: 'individual' } },
        { name: 'recipient', entity_attributes: { name: domain, kind: 'organization' } },
      ],
    },
  };
}
