import { STATEMENT_CATEGORIES } from '@vesper/contract';

/** What a field of a statement may hold. */
interface FieldRule {
  is: 'one' | 'several' | 'text' | 'day';
  of?: readonly string[];
  /** Characters. */
  max?: number;
  pattern?: RegExp;
  required?: true | { field: string; is: string };
  /** It may not be there otherwise. */
  onlyIf?: { field: string; is: string };
}

const ILLEGAL = { field: 'decision_ground', is: 'DECISION_GROUND_ILLEGAL_CONTENT' } as const;
const INCOMPATIBLE = { field: 'decision_ground', is: 'DECISION_GROUND_INCOMPATIBLE_CONTENT' } as const;

/**
 * The published rules of the DSA Transparency Database (its documentation of the API, and the categories of July 2025),
 * as far as statements of ours go: it has more fields, for payments, accounts and services.
 */
export const STATEMENT_RULES: Readonly<Record<string, FieldRule>> = {
  decision_visibility: {
    is: 'several',
    of: [
      ...['DECISION_VISIBILITY_CONTENT_REMOVED', 'DECISION_VISIBILITY_CONTENT_DISABLED'],
      ...['DECISION_VISIBILITY_CONTENT_DEMOTED', 'DECISION_VISIBILITY_CONTENT_AGE_RESTRICTED'],
      ...['DECISION_VISIBILITY_CONTENT_INTERACTION_RESTRICTED', 'DECISION_VISIBILITY_CONTENT_LABELLED'],
      'DECISION_VISIBILITY_OTHER',
    ],
    // Of what is restricted, we restrict visibility only.
    required: true,
  },
  end_date_visibility_restriction: { is: 'day' },
  decision_ground: { is: 'one', of: [ILLEGAL.is, INCOMPATIBLE.is], required: true },
  illegal_content_legal_ground: { is: 'text', max: 500, required: ILLEGAL, onlyIf: ILLEGAL },
  illegal_content_explanation: { is: 'text', max: 2000, required: ILLEGAL, onlyIf: ILLEGAL },
  incompatible_content_ground: { is: 'text', max: 500, required: INCOMPATIBLE, onlyIf: INCOMPATIBLE },
  incompatible_content_explanation: { is: 'text', max: 2000, required: INCOMPATIBLE, onlyIf: INCOMPATIBLE },
  content_type: {
    is: 'several',
    of: ['APP', 'AUDIO', 'IMAGE', 'PRODUCT', 'SYNTHETIC_MEDIA', 'TEXT', 'VIDEO'].map(
      (name) => `CONTENT_TYPE_${name}`,
    ),
    required: true,
  },
  category: { is: 'one', of: STATEMENT_CATEGORIES, required: true },
  category_specification: { is: 'several', pattern: /^KEYWORD_[A-Z_]+$/ },
  content_date: { is: 'day', required: true },
  application_date: { is: 'day', required: true },
  decision_facts: { is: 'text', max: 5000, required: true },
  source_type: {
    is: 'one',
    of: [
      ...['SOURCE_ARTICLE_16', 'SOURCE_TRUSTED_FLAGGER', 'SOURCE_TYPE_OTHER_NOTIFICATION'],
      'SOURCE_VOLUNTARY',
    ],
    required: true,
  },
  automated_detection: { is: 'one', of: ['Yes', 'No'], required: true },
  automated_decision: {
    is: 'one',
    of: [...['AUTOMATED_DECISION_FULLY', 'AUTOMATED_DECISION_PARTIALLY'], 'AUTOMATED_DECISION_NOT_AUTOMATED'],
    required: true,
  },
  puid: { is: 'text', max: 500, pattern: /^[a-zA-Z0-9-_]+$/, required: true },
};

/** What the database would refuse a statement for, as sentences. */
export function statementProblems(statement: Readonly<Record<string, unknown>>): string[] {
  const unknown = Object.keys(statement).filter((field) => !STATEMENT_RULES[field]);
  const problems = Object.entries(STATEMENT_RULES).flatMap(([field, rule]) => {
    const value = statement[field];
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
      return isRequired(rule, statement) ? [`${field} is missing.`] : [];
    if (rule.onlyIf && statement[rule.onlyIf.field] !== rule.onlyIf.is)
      return [`${field} does not belong to this ground.`];
    return valueProblems(field, value, rule);
  });
  return [...unknown.map((field) => `${field} is not a field of a statement.`), ...problems];
}

function isRequired({ required }: FieldRule, statement: Readonly<Record<string, unknown>>): boolean {
  return required === true || (required !== undefined && statement[required.field] === required.is);
}

function valueProblems(field: string, value: unknown, rule: FieldRule): string[] {
  if (rule.is === 'several' && !Array.isArray(value)) return [`${field} must be a list.`];
  const values = rule.is === 'several' ? (value as unknown[]) : [value];
  return values.flatMap((one) => {
    if (typeof one !== 'string') return [`${field} must be text.`];
    if (rule.of && !rule.of.includes(one)) return [`${field} may not be ${one}.`];
    if (rule.max !== undefined && one.length > rule.max) return [`${field} is too long.`];
    if (rule.pattern && !rule.pattern.test(one)) return [`${field} has another form.`];
    if (rule.is === 'day' && !isDay(one)) return [`${field} must be a day after 2020-01-01.`];
    return [];
  });
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(text) &&
    text > '2020-01-01'
  );
}
