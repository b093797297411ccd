import type { CaseKindForm } from './case-kind.ts';
import { ADDRESSES, EMAIL, NAME } from './fields.ts';

/** A request about personal data (Regulation (EU) 2016/679, Articles 12 and 15 to 21). */
export const privacy = {
  kind: 'privacy',
  slug: 'privacy',
  label: 'Personal data',
  title: 'Ask About Your Personal Data',
  intro:
    'For your name, your address or other data about you on a page here, and for data about you that we keep. We answer within a month.',
  choice: 'My name or other data about me is here',
  receipt: { words: 'a request about personal data', hasNumber: true },
  fields: {
    request: {
      label: 'What would you like us to do?',
      type: 'choice',
      choices: {
        erase: 'Delete data about me',
        correct: 'Correct data about me',
        access: 'Tell me what you know about me',
        object: 'Stop using data about me',
      },
      missing: 'Please choose what you would like us to do',
    },
    addresses: {
      ...ADDRESSES,
      isOptional: true,
      hint: 'The pages that show the data, if any, one per line.',
    },
    details: {
      label: 'Which data is it about?',
      type: 'text',
      max: 5000,
      isOptional: true,
      hint: 'Just enough for us to find it. Please do not send documents.',
    },
    name: NAME,
    email: EMAIL,
  },
  elements: {
    data: {
      law: 'Regulation (EU) 2016/679, Article 12(3)',
      words: 'which data your request is about',
      fields: ['details'],
    },
    person: {
      law: 'Regulation (EU) 2016/679, Article 12(6)',
      words: 'your name',
      fields: ['name'],
    },
    contact: {
      law: 'Regulation (EU) 2016/679, Article 12(3)',
      words: 'an email address where we can reach you',
      fields: ['email'],
    },
  },
  parts: { name: 'name', email: 'email', addresses: 'addresses' },
} as const satisfies CaseKindForm;
