import type { CaseKindForm } from './case-kind.ts';
import { ADDRESSES, EMAIL, NAME } from './fields.ts';

const OFFENCE_AGAINST_MINORS = { field: 'subject', is: 'minors' } as const;

/** A notice of illegal content (Regulation (EU) 2022/2065, Article 16). */
export const illegalContent = {
  kind: 'illegal_content',
  slug: 'illegal-content',
  label: 'Illegal content',
  title: 'Report Illegal Content',
  intro:
    'For anything here that breaks the law. We confirm that we received your notice, and tell you what we decide and why, and what you can do if you disagree.',
  choice: 'Something here breaks the law',
  receipt: { words: 'a report of illegal content', hasNumber: true },
  fields: {
    addresses: ADDRESSES,
    subject: {
      label: 'What is it about?',
      type: 'choice',
      choices: {
        violence: 'Violence or sexual violence',
        consent: 'Somebody is shown against their will',
        minors: 'Somebody under 18',
        animals: 'Cruelty to animals',
        hate: 'Hatred or threats',
        fraud: 'Fraud or illegal offers',
        other: 'Something else',
      },
      missing: 'Please choose what it is about',
    },
    reasons: {
      label: 'Why is it illegal?',
      type: 'text',
      max: 10_000,
      isOptional: true,
      hint: 'Say what can be seen or read, at what point in the video, and which law it breaks, if you know.',
    },
    country: {
      label: 'In which country?',
      type: 'line',
      max: 100,
      isOptional: true,
    },
    name: {
      ...NAME,
      hint: 'Not needed if it is about somebody under 18.',
    },
    email: {
      ...EMAIL,
      hint: 'We reply to this address. Not needed if it is about somebody under 18, but then we cannot tell you the outcome.',
      unless: OFFENCE_AGAINST_MINORS,
    },
    goodFaithStatement: {
      label: 'I believe in good faith that what I say in this notice is accurate and complete.',
      type: 'tick',
      isOptional: true,
    },
  },
  elements: {
    reasons: {
      law: 'Regulation (EU) 2022/2065, Article 16(2)(a)',
      words: 'the reasons why you hold the content to be illegal',
      fields: ['reasons'],
    },
    location: {
      law: 'Regulation (EU) 2022/2065, Article 16(2)(b)',
      words: 'the exact addresses of the content',
      fields: ['addresses'],
    },
    contact: {
      law: 'Regulation (EU) 2022/2065, Article 16(2)(c)',
      words: 'your name and email address',
      fields: ['name', 'email'],
      unless: OFFENCE_AGAINST_MINORS,
    },
    good_faith: {
      law: 'Regulation (EU) 2022/2065, Article 16(2)(d)',
      words: 'the statement that you believe in good faith that your notice is accurate and complete',
      fields: ['goodFaithStatement'],
    },
  },
  parts: { name: 'name', email: 'email', addresses: 'addresses' },
} as const satisfies CaseKindForm;
