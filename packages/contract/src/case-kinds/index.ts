import type { CaseKindForm } from './case-kind.ts';
import { copyright } from './copyright.ts';

/** Every kind of notice, as form and server know it. */
export const CASE_KIND_FORMS = [copyright] as const satisfies readonly CaseKindForm[];

export type CaseKind = (typeof CASE_KIND_FORMS)[number]['kind'];

/** Undefined for an unknown one. */
export function caseKindBySlug(slug: string): CaseKindForm | undefined {
  return CASE_KIND_FORMS.find((form) => form.slug === slug);
}
