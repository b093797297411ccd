import { type DecidedCase, day } from './statements.ts';

/** What persons send about themselves is never published. */
const TYPES: Readonly<Record<string, string>> = {
  copyright: 'DMCA',
  counter_notice: 'Counternotice',
  authority_order: 'GovernmentRequest',
  illegal_content: 'Other',
};

const REDACTED = 'REDACTED';

/** Its submitter adds a token. */
export interface LumenNotice {
  notice: {
    type: string;
    title: string;
    subject: string;
    body: string;
    date_sent: string;
    date_received: string;
    source: string;
    language: string;
    action_taken: 'Yes' | 'No' | 'Partial' | 'Unspecified';
    works_attributes: { description: string; kind: string; infringing_urls_attributes: { url: string }[] }[];
    entity_notice_roles_attributes: {
      name: string;
      entity_attributes: { name: string; kind: 'individual' | 'organization' };
    }[];
  };
}

/** Undefined before a decision, and for kinds not published. */
export function lumenNoticeOf(caseRow: DecidedCase): LumenNotice | undefined {
  const type = TYPES[caseRow.kind];
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
        { description: 'The work that the notice names.', kind: 'movie', infringing_urls_attributes: urls },
      ],
      entity_notice_roles_attributes: [
        { name: 'sender', entity_attributes: { name: REDACTED, kind: 'individual' } },
        { name: 'recipient', entity_attributes: { name: domain, kind: 'organization' } },
      ],
    },
  };
}
