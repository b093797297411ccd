import type { TextSection } from '../legal-text/text-page.tsx';
import { DMCA_SUMMARY } from './dmca-summary.tsx';
import { PRIVACY_SUMMARY } from './privacy-summary.tsx';
import { RECORD_KEEPING } from './record-keeping.tsx';
import { TERMS_SUMMARY } from './terms-summary.tsx';

export const LEGAL_NAMES = ['terms', 'privacy', 'dmca', '2257'] as const;
export type LegalName = (typeof LEGAL_NAMES)[number];

/** One of the four texts under /legal/. */
export interface LegalText {
  title: string;
  /** Under the title, and what search engines are told. */
  lead: (site: string) => string;
  sections: readonly TextSection[];
}

export const LEGAL_TEXTS: Record<LegalName, LegalText> = {
  terms: {
    title: 'Terms of Service',
    lead: (site) => `The terms of ${site} in brief. The full terms are what counts.`,
    sections: TERMS_SUMMARY,
  },
  privacy: {
    title: 'Privacy Policy',
    lead: (site) => `How ${site} treats your data, in brief. The full policy has the details.`,
    sections: PRIVACY_SUMMARY,
  },
  dmca: {
    title: 'DMCA Policy',
    lead: (site) => `How ${site} handles copyright claims, in brief. The full policy has the details.`,
    sections: DMCA_SUMMARY,
  },
  '2257': {
    title: 'Record-Keeping Compliance Statement',
    lead: (site) => `Statement of ${site} on 18 U.S.C. 2257, 2257A and 28 C.F.R. Part 75.`,
    sections: RECORD_KEEPING,
  },
};

/** The text an address names; anything unknown is the terms. */
export function legalNameOf(page: string | undefined): LegalName {
  return LEGAL_NAMES.find((name) => name === page) ?? 'terms';
}
