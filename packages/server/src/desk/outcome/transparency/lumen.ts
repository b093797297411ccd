import { type DecidedCase, day } from './statements.ts';

/** By kind. What persons send about themselves is not published at all. */
const TYPES: Readonly<Record<string, string>> = {
  copyright: 'DMCA',
  counter_notice: 'Counternotice',
  authority_order: 'GovernmentRequest',
  illegal_content: 'Other',
};

/** The sender's name. */
const REDACTED = 'REDACTED';

/** A notice in the form of the Lumen database, to which its sender adds a token. */
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

/** Undefined for a kind that is not published, and before a decision. */
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

const ACTIONS = ['Yes', 'No', 'Partial', 'Unspecified'];
const NOTICE_TYPES = [
  ...['CourtOrder', 'DataProtection', 'Defamation', 'DMCA', 'LawEnforcementRequest', 'Other'],
  ...['PrivateInformation', 'GovernmentRequest', 'Trademark', 'Counternotice'],
];
const ROLES = ['principal', 'agent', 'recipient', 'sender', 'submitter', 'target'];

/** What Lumen would refuse a notice for (its documentation of the API), as sentences. */
export function lumenProblems({ notice }: LumenNotice): string[] {
  const roles = notice.entity_notice_roles_attributes;
  return [
    NOTICE_TYPES.includes(notice.type) ? '' : "type is not one of Lumen's types.",
    notice.title === '' ? 'title is missing.' : '',
    ACTIONS.includes(notice.action_taken) ? '' : "action_taken is not one of Lumen's actions.",
    notice.works_attributes.length === 0 ? 'works_attributes is empty.' : '',
    roles.some(({ name }) => name === 'recipient') ? '' : 'The recipient is missing.',
    roles.every(({ name }) => ROLES.includes(name)) ? '' : "A role is not one of Lumen's roles.",
    roles.every(({ entity_attributes: entity }) => entity.name !== '') ? '' : 'An entity has no name.',
    [notice.date_sent, notice.date_received].every((text) => /^\d{4}-\d{2}-\d{2}$/.test(text))
      ? ''
      : 'A date is not a calendar day.',
    notice.works_attributes.every(({ infringing_urls_attributes: urls }) =>
      urls.every(({ url }) => URL.canParse(url)),
    )
      ? ''
      : 'An address cannot be read.',
  ].filter(Boolean);
}
