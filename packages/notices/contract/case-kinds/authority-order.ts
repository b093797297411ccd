import type { CaseKindForm } from './case-kind.ts';
import { ADDRESSES, EMAIL } from './fields.ts';

/** An order by an authority to act against illegal content (Regulation (EU) 2022/2065, Article 9). */
export const authorityOrder = {
  kind: 'authority_order',
  slug: 'authority-order',
  label: 'Order from an authority',
  title: 'Send an Official Order',
  intro:
    'For courts, police and other authorities. We verify every order with the authority it names before we act on it, and report to that authority what we did.',
  choice: 'I am writing on behalf of a court, the police or another authority',
  receipt: { words: 'an order from an authority', hasNumber: false },
  fields: {
    authority: { label: 'Authority', type: 'line', max: 300, missing: 'Please name the authority' },
    officer: { label: 'Your Name and Office', type: 'line', max: 300, isOptional: true },
    email: {
      ...EMAIL,
      label: 'Official Email Address',
      hint: 'An address of the authority itself. We reply to it.',
    },
    reference: { label: 'File Number', type: 'line', max: 200, isOptional: true },
    addresses: ADDRESSES,
    legalBasis: {
      label: 'Legal Basis',
      type: 'text',
      max: 2000,
      isOptional: true,
      hint: 'The provisions of Union or national law on which the order is based.',
    },
    reasons: {
      label: 'Reasons',
      type: 'text',
      max: 10_000,
      isOptional: true,
      hint: 'Why the content is illegal, and what is ordered.',
    },
    territory: {
      label: 'Territory and Duration',
      type: 'line',
      max: 300,
      isOptional: true,
      hint: 'Where and for how long the order applies.',
    },
    redress: {
      label: 'Redress',
      type: 'text',
      max: 5000,
      isOptional: true,
      hint: 'How we, and those who provided the content, can contest the order.',
    },
  },
  elements: {
    basis: {
      law: 'Regulation (EU) 2022/2065, Article 9(2)(a)(i)',
      words: 'the legal basis of the order',
      fields: ['legalBasis'],
    },
    reasons: {
      law: 'Regulation (EU) 2022/2065, Article 9(2)(a)(ii)',
      words: 'the reasons why the content is illegal',
      fields: ['reasons'],
    },
    authority: {
      law: 'Regulation (EU) 2022/2065, Article 9(2)(a)(iii)',
      words: 'which authority has issued the order',
      fields: ['authority'],
    },
    location: {
      law: 'Regulation (EU) 2022/2065, Article 9(2)(a)(iv)',
      words: 'the exact addresses of the content',
      fields: ['addresses'],
    },
    redress: {
      law: 'Regulation (EU) 2022/2065, Article 9(2)(a)(v)',
      words: 'how the order can be contested',
      fields: ['redress'],
    },
    territory: {
      law: 'Regulation (EU) 2022/2065, Article 9(2)(b)',
      words: 'the territory in which the order has effect',
      fields: ['territory'],
    },
  },
  parts: { name: 'officer', email: 'email', addresses: 'addresses' },
} as const satisfies CaseKindForm;
