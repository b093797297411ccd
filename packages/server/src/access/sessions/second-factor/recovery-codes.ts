import { randomInt } from 'node:crypto';
import { sha256 } from '../session-token.ts';

/** Unambiguous characters. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Ten codes of 79 random bits each, in groups for readability: `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  const character = () => CHARACTERS[randomInt(CHARACTERS.length)];
  const group = () => Array.from({ length: GROUP_LENGTH }, character).join('');
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** What is stored of a code: reveals neither the code nor whether two accounts share one. */
export function hashOfRecoveryCode(administratorId: string, code: string): Buffer {
  return sha256(`${administratorId} ${code.replaceAll('-', '')}`);
}
