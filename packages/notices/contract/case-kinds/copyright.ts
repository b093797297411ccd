import type { CaseKindForm } from './case-kind.ts';

export const STATEMENTS_REQUIRED = 'Both good faith and accuracy statements must be true';

export const DMCA_LENGTHS = {
  complainantName: 200,
  complainantEmail: 254,
  complainantAddress: 1000,
  complainantPhone: 50,
  copyrightWork: 10_000,
  infringingUrl: 2000,
  additionalInfo: 10_000,
  signature: 200,
} as const;

/** A notification of claimed infringement (17 U.S.C. 512(c)(3)). */
export const copyright = {
  kind: 'copyright',
  slug: 'copyright',
  label: 'Copyright notice',
  title: 'Submit DMCA Takedown Request',
  intro: 'File a copyright infringement notification under the Digital Millennium Copyright Act',
  choice: 'A video here uses my work without my permission',
  receipt: { words: 'a copyright notice', hasNumber: true, hasCounterNotice: true },
  fields: {
    complainantName: { label: 'Full Name', type: 'line', max: DMCA_LENGTHS.complainantName },
    complainantEmail: { label: 'Email Address', type: 'email', max: DMCA_LENGTHS.complainantEmail },
    complainantAddress: { label: 'Physical Address', type: 'text', max: DMCA_LENGTHS.complainantAddress },
    complainantPhone: {
      label: 'Phone Number',
      type: 'line',
      max: DMCA_LENGTHS.complainantPhone,
      isOptional: true,
    },
    copyrightWork: {
      label: 'Description of Copyrighted Work',
      type: 'text',
      max: DMCA_LENGTHS.copyrightWork,
    },
    infringingUrl: { label: 'URL of Infringing Material', type: 'url', max: DMCA_LENGTHS.infringingUrl },
    additionalInfo: {
      label: 'Additional Information',
      type: 'text',
      max: DMCA_LENGTHS.additionalInfo,
      isOptional: true,
    },
    signature: { label: 'Electronic Signature', type: 'line', max: DMCA_LENGTHS.signature },
    goodFaithStatement: { label: 'Good Faith Statement', type: 'tick', missing: STATEMENTS_REQUIRED },
    accuracyStatement: { label: 'Accuracy Statement', type: 'tick', missing: STATEMENTS_REQUIRED },
  },
  elements: {
    signature: {
      law: '17 U.S.C. 512(c)(3)(A)(i)',
      words: 'your physical or electronic signature',
      fields: ['signature'],
    },
    work: {
      law: '17 U.S.C. 512(c)(3)(A)(ii)',
      words: 'a description of the copyrighted work',
      fields: ['copyrightWork'],
    },
    material: {
      law: '17 U.S.C. 512(c)(3)(A)(iii)',
      words: 'the exact address of the material on our site',
      fields: ['infringingUrl'],
    },
    contact: {
      law: '17 U.S.C. 512(c)(3)(A)(iv)',
      words: 'how to reach you: name, postal address, telephone number and email address',
      fields: ['complainantName', 'complainantAddress', 'complainantEmail'],
    },
    good_faith: {
      law: '17 U.S.C. 512(c)(3)(A)(v)',
      words: 'the statement that you believe in good faith that the use is not authorized',
      fields: ['goodFaithStatement'],
    },
    accuracy: {
      law: '17 U.S.C. 512(c)(3)(A)(vi)',
      words:
        'the statement, under penalty of perjury, that the notice is accurate and that you may act for the owner',
      fields: ['accuracyStatement'],
    },
  },
  parts: { name: 'complainantName', email: 'complainantEmail', addresses: 'infringingUrl' },
} as const satisfies CaseKindForm;
