import type { CaseKindForm } from './case-kind.ts';
import { ADDRESSES, EMAIL, SIGNATURE } from './fields.ts';

/** A person shown does not consent, or no longer does (Regulation (EU) 2016/679, Articles 7(3) and 17(1)). */
export const personShown = {
  kind: 'person_shown',
  slug: 'person-shown',
  label: 'Person shown',
  title: 'Remove a Video That Shows You',
  intro:
    'For anybody who can be seen or heard in a video here and does not consent to that, or no longer does. It does not matter who made the video. The person who published it is not told who you are.',
  choice: 'I appear in a video and do not consent, or no longer do',
  receipt: { words: 'a report by a person shown', hasNumber: false },
  fields: {
    addresses: ADDRESSES,
    place: {
      label: 'Which person are you?',
      type: 'text',
      max: 2000,
      isOptional: true,
      hint: 'At what point you can be seen, and how we can tell that it is you. Please do not send documents or pictures.',
    },
    agreement: {
      label: 'Did you consent before?',
      type: 'choice',
      choices: {
        never: 'No, never',
        other_use: 'Not to this use',
        withdrawn: 'Yes, and I withdraw my consent',
        unknown: 'I do not know',
      },
      isOptional: true,
    },
    reasons: { label: 'What else should we know?', type: 'text', max: 5000, isOptional: true },
    personStatement: {
      label: 'I am the person shown, or may speak for that person, and what I say here is true.',
      type: 'tick',
      isOptional: true,
    },
    email: EMAIL,
    signature: SIGNATURE,
  },
  elements: {
    location: {
      law: 'Regulation (EU) 2016/679, Article 17(1)',
      words: 'the addresses where you are shown on our site',
      fields: ['addresses'],
    },
    person: {
      law: 'Regulation (EU) 2016/679, Article 12(6)',
      words: 'which person you are, and at what point you can be seen',
      fields: ['place'],
    },
    statement: {
      law: 'Regulation (EU) 2016/679, Article 7(3)',
      words: 'the statement that you are the person shown, or may speak for that person',
      fields: ['personStatement'],
    },
    contact: {
      law: 'Regulation (EU) 2016/679, Article 12(3)',
      words: 'an email address where we can reach you',
      fields: ['email'],
    },
  },
  parts: { name: 'signature', email: 'email', addresses: 'addresses' },
} as const satisfies CaseKindForm;
