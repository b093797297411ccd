import type { CaseKindForm } from './case-kind.ts';
import { ADDRESSES, EMAIL, NAME } from './fields.ts';

/** A report that somebody under 18 is shown. Only the location is required (Regulation (EU) 2022/2065, Article 16(2)(c)). */
export const minor = {
  kind: 'minor',
  slug: 'minor',
  label: 'Minor shown',
  title: 'Report Somebody Under 18',
  intro:
    'We hide what you report at once, then review it. You do not have to say who you are. If you are under 18 yourself, you have done nothing wrong by writing to us.',
  choice: 'Somebody here is, or may be, under 18',
  receipt: null,
  fields: {
    addresses: ADDRESSES,
    reasons: {
      label: 'What should we know?',
      type: 'text',
      max: 10_000,
      isOptional: true,
      hint: 'At which moment, and which person, if there are several. A sentence is enough.',
    },
    name: { ...NAME, hint: 'Only if you wish.' },
    email: {
      ...EMAIL,
      isOptional: true,
      hint: 'Only if you wish to hear from us. It will not be made public.',
    },
  },
  elements: {
    location: {
      law: 'Regulation (EU) 2022/2065, Article 16(2)(b)',
      words: 'the addresses where it is on our site',
      fields: ['addresses'],
    },
  },
  parts: { name: 'name', email: 'email', addresses: 'addresses' },
} as const satisfies CaseKindForm;
