import { authorityOrder } from './authority-order.ts';
import type { CaseKindForm } from './case-kind.ts';
import { copyright } from './copyright.ts';
import { counterNotice } from './counter-notice.ts';
import { illegalContent } from './illegal-content.ts';
import { intimateImage } from './intimate-image.ts';
import { minor } from './minor.ts';
import { personShown } from './person-shown.ts';
import { privacy } from './privacy.ts';

/** In the order of the list that visitors see. */
export const CASE_KIND_FORMS = [
  minor,
  intimateImage,
  personShown,
  copyright,
  illegalContent,
  privacy,
  counterNotice,
  authorityOrder,
] as const satisfies readonly CaseKindForm[];

export type CaseKind = (typeof CASE_KIND_FORMS)[number]['kind'];

/** By the kind's name in the database and in calls. */
export function caseFormOf(kind: string): CaseKindForm | undefined {
  return CASE_KIND_FORMS.find((form) => form.kind === kind);
}

export function caseKindBySlug(slug: string): CaseKindForm | undefined {
  return CASE_KIND_FORMS.find((form) => form.slug === slug);
}
