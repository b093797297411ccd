import type { CaseField } from './case-kind.ts';

/** Fields that several kinds have, with the same words and lengths. */
export const ADDRESSES = {
  label: 'Addresses on this site',
  type: 'addresses',
  max: 50_000,
  hint: 'One per line, copied from your browser’s address bar.',
  missing: 'Please give at least one address on this site',
} as const satisfies CaseField;

export const EMAIL = {
  label: 'Email Address',
  type: 'email',
  max: 254,
  hint: 'We reply to this address. It will not be made public.',
  missing: 'Please give an email address where we can reach you',
} as const satisfies CaseField;

export const NAME = {
  label: 'Full Name',
  type: 'line',
  max: 200,
  isOptional: true,
} as const satisfies CaseField;

export const SIGNATURE = {
  label: 'Electronic Signature',
  type: 'line',
  max: 200,
  isOptional: true,
  hint: 'Type your full name. Typing your name here counts as your signature.',
} as const satisfies CaseField;
