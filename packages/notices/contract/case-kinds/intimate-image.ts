import type { CaseKindForm } from './case-kind.ts';
import { ADDRESSES, EMAIL, SIGNATURE } from './fields.ts';

/** A request to remove an intimate picture or film (TAKE IT DOWN Act, section 3(a)). */
export const intimateImage = {
  kind: 'intimate_image',
  slug: 'intimate-image',
  label: 'Intimate image',
  title: 'Remove an Intimate Video of You',
  intro:
    'For a video or picture that shows you, or somebody you may speak for, naked or in an intimate act, and was published without consent. It does not matter whether it is real or computer-generated. We decide within 48 hours, and the person who published it is not told who you are.',
  choice: 'An intimate video or picture of me is here without my consent',
  receipt: { words: 'a report by a person shown', hasNumber: false },
  fields: {
    addresses: ADDRESSES,
    place: {
      label: 'Where in the video?',
      type: 'text',
      max: 2000,
      isOptional: true,
      hint: 'If it is only a part: at which minute, and which person. Just enough for us to find it.',
    },
    who: {
      label: 'Who is shown?',
      type: 'choice',
      choices: { me: 'I am', other: 'Somebody I may speak for' },
      isOptional: true,
    },
    consent: {
      label: 'How can we tell that there was no consent?',
      type: 'text',
      max: 5000,
      isOptional: true,
      hint: 'A sentence is enough.',
    },
    goodFaithStatement: {
      label: 'I believe in good faith that this was published without the consent of the person shown.',
      type: 'tick',
      isOptional: true,
    },
    email: EMAIL,
    signature: SIGNATURE,
  },
  elements: {
    signature: {
      law: 'TAKE IT DOWN Act, section 3(a)(1)(B)(i)',
      words: 'your signature: your full name, typed',
      fields: ['signature'],
    },
    location: {
      law: 'TAKE IT DOWN Act, section 3(a)(1)(B)(ii)',
      words: 'the addresses where it is on our site',
      fields: ['addresses'],
    },
    good_faith: {
      law: 'TAKE IT DOWN Act, section 3(a)(1)(B)(iii)',
      words: 'the statement that it was published without the consent of the person shown',
      fields: ['goodFaithStatement'],
    },
    contact: {
      law: 'TAKE IT DOWN Act, section 3(a)(1)(B)(iv)',
      words: 'an email address where we can reach you',
      fields: ['email'],
    },
  },
  parts: { name: 'signature', email: 'email', addresses: 'addresses' },
} as const satisfies CaseKindForm;
