import { type CaseKind, type CaseKindForm, caseFormOf } from '@vesper/contract';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { authorityOrderRules } from './authority-order.ts';
import type { CaseKindRules, Ground } from './case-kind.ts';
import { copyrightRules } from './copyright.ts';
import { counterNoticeRules } from './counter-notice.ts';
import { illegalContentRules } from './illegal-content.ts';
import { intimateImageRules } from './intimate-image.ts';
import { minorRules } from './minor.ts';
import { personShownRules } from './person-shown.ts';
import { privacyRules } from './privacy.ts';

const RULES: Record<CaseKind, CaseKindRules> = {
  copyright: copyrightRules,
  counter_notice: counterNoticeRules,
  intimate_image: intimateImageRules,
  illegal_content: illegalContentRules,
  minor: minorRules,
  person_shown: personShownRules,
  privacy: privacyRules,
  authority_order: authorityOrderRules,
};

const byName = new Map<string, CaseKindRules>(Object.entries(RULES));

export const CASE_KINDS = Object.entries(RULES).map(([kind, rules]) => ({ kind, ...rules }));

/** Throws for an unknown kind: the database has none. */
export function rulesOf(kind: string): CaseKindRules {
  const rules = byName.get(kind);
  if (!rules) throw new Error(`Unknown kind of case: ${kind}.`);
  return rules;
}

export const COUNTERED_KINDS: readonly string[] = CASE_KINDS.filter(({ clocks }) =>
  clocks.some(({ from }) => from === 'countered'),
).map(({ kind }) => kind);

export function formOf(kind: string): CaseKindForm {
  const form = caseFormOf(kind);
  if (!form) throw new Error(`No form for the kind ${kind}.`);
  return form;
}

/** A ground's name, by default the first. Throws bad_request. */
export function requireGround(kind: string, name: string | undefined): string {
  const { grounds } = rulesOf(kind);
  const chosen = name === undefined ? grounds[0] : grounds.find((ground) => ground.name === name);
  if (!chosen) throw new AppError('bad_request', 'ground: this kind of case does not have this ground.');
  return chosen.name;
}

/** Grounds that take nothing down. */
export const ANSWERS: readonly string[] = CASE_KINDS.flatMap(({ grounds }) => grounds)
  .filter(({ takesOff }) => takesOff === false)
  .map(({ name }) => name);

/** Null for a ground that no longer exists. */
export function groundNamed(kind: string, name: string): Ground | null {
  return rulesOf(kind).grounds.find((ground) => ground.name === name) ?? null;
}
