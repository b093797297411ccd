import { type CaseKind, STATEMENT_CATEGORIES } from '@vesper/contract';
import type { CaseRow } from '../../cases/index.ts';

/** Without its sender's words. */
export interface DecidedCase
  extends Pick<
    CaseRow,
    | ('id' | 'kind' | 'domain' | 'received_at' | 'decided_at' | 'hidden_at' | 'restored_at')
    | ('outcome' | 'category')
  > {
  label: string;
  ground: { words: string; law: string | null } | null;
  /** The first video's publication. */
  content_at: Date | null;
  video_ids: string[];
}

export type Statement = Readonly<Record<string, string | string[]>>;

const CATEGORIES: Record<CaseKind, { category: string; keywords?: string[]; source?: string }> = {
  copyright: {
    category: 'INTELLECTUAL_PROPERTY_INFRINGEMENTS',
    keywords: ['KEYWORD_COPYRIGHT_INFRINGEMENT'],
    source: 'SOURCE_TYPE_OTHER_NOTIFICATION',
  },
  intimate_image: { category: 'CYBER_VIOLENCE', keywords: ['KEYWORD_NON_CONSENSUAL_IMAGE_SHARING'] },
  minor: { category: 'PROTECTION_OF_MINORS' },
  person_shown: { category: 'DATA_PROTECTION_AND_PRIVACY_VIOLATIONS' },
  privacy: { category: 'DATA_PROTECTION_AND_PRIVACY_VIOLATIONS' },
  illegal_content: { category: 'NOT_SPECIFIED_NOTICE' },
  counter_notice: { category: 'NOT_SPECIFIED_NOTICE' },
  authority_order: { category: 'NOT_SPECIFIED_NOTICE', source: 'SOURCE_TYPE_OTHER_NOTIFICATION' },
};

/** Regulation (EU) 2022/2065, Articles 17 and 24(5), in the database's form; undefined if nothing was restricted. */
export function statementOf(caseRow: DecidedCase): Statement | undefined {
  const { decided_at: decidedAt, ground } = caseRow;
  if (!decidedAt || !ground || (caseRow.outcome !== 'taken_off' && caseRow.outcome !== 'was_off'))
    return undefined;
  const { category, keywords, source = 'SOURCE_ARTICLE_16' } = CATEGORIES[caseRow.kind as CaseKind];
  const byKind = ground.law === null ? 'OTHER_VIOLATION_TC' : category;
  const chosen = STATEMENT_CATEGORIES.some((one) => one === caseRow.category);
  return {
    decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
    ...(caseRow.restored_at ? { end_date_visibility_restriction: day(caseRow.restored_at) } : {}),
    ...groundOf(ground),
    content_type: ['CONTENT_TYPE_VIDEO'],
    category: chosen ? (caseRow.category ?? '') : `STATEMENT_CATEGORY_${byKind}`,
    ...(keywords && !chosen && ground.law !== null ? { category_specification: keywords } : {}),
    content_date: day(caseRow.content_at ?? caseRow.received_at),
    application_date: day(appliedAt(caseRow, decidedAt)),
    decision_facts: factsOf(caseRow, decidedAt),
    source_type: source,
    automated_detection: 'No',
    automated_decision:
      caseRow.hidden_at && caseRow.hidden_at < decidedAt
        ? 'AUTOMATED_DECISION_PARTIALLY'
        : 'AUTOMATED_DECISION_NOT_AUTOMATED',
    puid: caseRow.id,
  };
}

/** Reasons why the database would reject it; everything else is ours or from its lists. */
export function statementProblems({ content_date: date = '' }: Statement): string[] {
  return date > '2020-01-01' ? [] : ['content_date must be a day after 2020-01-01.'];
}

function groundOf({ words, law }: { words: string; law: string | null }): Statement {
  return law === null
    ? {
        decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
        incompatible_content_ground: 'Terms of use',
        incompatible_content_explanation: `${words}.`,
      }
    : {
        decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
        illegal_content_legal_ground: law,
        illegal_content_explanation: `${words}.`,
      };
}

function appliedAt({ hidden_at: hiddenAt }: DecidedCase, decidedAt: Date): Date {
  return hiddenAt && hiddenAt < decidedAt ? hiddenAt : decidedAt;
}

function factsOf(
  { label, received_at: receivedAt, hidden_at: hiddenAt, ...caseRow }: DecidedCase,
  decidedAt: Date,
): string {
  const what = caseRow.video_ids.length === 1 ? 'One video was' : `${caseRow.video_ids.length} videos were`;
  return [
    `A notice (${label.toLowerCase()}) was received on ${day(receivedAt)}.`,
    hiddenAt && hiddenAt < decidedAt ? `The reported content was hidden at once on ${day(hiddenAt)}.` : '',
    `A person examined it and decided on ${day(decidedAt)}.`,
    caseRow.outcome === 'was_off' ? 'The reported content was already down.' : `${what} taken down.`,
    caseRow.restored_at ? `It was restored on ${day(caseRow.restored_at)}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
