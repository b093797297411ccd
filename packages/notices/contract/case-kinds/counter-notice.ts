import type { CaseKindForm } from './case-kind.ts';
import { ADDRESSES, EMAIL, NAME, SIGNATURE } from './fields.ts';

/** A counter notification against a takedown (17 U.S.C. 512(g)(3)). */
export const counterNotice = {
  kind: 'counter_notice',
  slug: 'counter-notice',
  label: 'Counter-notice',
  title: 'Send a Counter-Notice',
  intro:
    'For the person who published a video that was taken down after a copyright notice, by mistake or because it was misidentified. We send your counter-notice, with your name and address, to the person who complained. We restore the video 10 to 14 business days later, unless that person tells us of a court action.',
  choice: 'My video was taken down by mistake',
  receipt: null,
  fields: {
    caseNumber: {
      label: 'Request ID',
      type: 'line',
      max: 100,
      isOptional: true,
      hint: 'The notice’s ID, as shown on the page of the video and in our email.',
    },
    addresses: {
      ...ADDRESSES,
      label: 'Addresses where the material was',
      hint: 'One per line, as they were before the material was taken down.',
    },
    reasons: { label: 'Why was it a mistake?', type: 'text', max: 10_000, isOptional: true },
    name: NAME,
    postalAddress: {
      label: 'Physical Address',
      type: 'text',
      max: 1000,
      isOptional: true,
      hint: 'Required by DMCA law. It is sent to the person who complained.',
    },
    phone: { label: 'Phone Number', type: 'line', max: 50, isOptional: true },
    email: { ...EMAIL, hint: 'We reply to this address. It is sent to the person who complained.' },
    mistakeStatement: {
      label:
        'I swear, under penalty of perjury, that I have a good faith belief that the material was removed or disabled as a result of mistake or misidentification of the material to be removed or disabled.',
      type: 'tick',
      isOptional: true,
    },
    jurisdictionStatement: {
      label:
        'I consent to the jurisdiction of the Federal District Court for the judicial district in which my address is located, or, if my address is outside of the United States, for any judicial district in which the service provider may be found, and I will accept service of process from the person who complained or an agent of such person.',
      type: 'tick',
      isOptional: true,
    },
    signature: SIGNATURE,
  },
  elements: {
    signature: {
      law: '17 U.S.C. 512(g)(3)(A)',
      words: 'your physical or electronic signature',
      fields: ['signature'],
    },
    material: {
      law: '17 U.S.C. 512(g)(3)(B)',
      words: 'the address at which the material appeared before it was removed',
      fields: ['addresses'],
    },
    mistake: {
      law: '17 U.S.C. 512(g)(3)(C)',
      words: 'the statement, under penalty of perjury, that the material was removed by mistake',
      fields: ['mistakeStatement'],
    },
    contact: {
      law: '17 U.S.C. 512(g)(3)(D)',
      words: 'your name, address and telephone number',
      fields: ['name', 'postalAddress', 'phone'],
    },
    jurisdiction: {
      law: '17 U.S.C. 512(g)(3)(D)',
      words: 'the statement that you consent to the jurisdiction of the court and accept service of process',
      fields: ['jurisdictionStatement'],
    },
  },
  parts: { name: 'name', email: 'email', addresses: 'addresses' },
} as const satisfies CaseKindForm;
