import type { RefusedWay, TermKind } from '@vesper/contract';

export const KIND_WORDS: Record<TermKind, string> = {
  refused: 'Refused',
  exact: 'Refused exactly',
  never: 'Never refused',
};

export const WAY_WORDS: Record<RefusedWay, string> = {
  itself: 'the term itself',
  form: 'another form of it',
  error: 'the term with one error',
  joined: 'neighbouring words joined',
  within: 'the term within another word',
  disguised: 'the term in disguise',
};

/** The name of a language by its code, in English. */
export function languageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
}
