import { createCaseLinks } from '../../desk/cases/index.ts';
import { deriveKey } from '../../kernel/lib/files/sealing.ts';

/** Changing it breaks every link in mails about notices. */
const PURPOSE = 'vesper case links';

export function caseLinksOf(signingKey: Buffer, listensAt?: number) {
  return createCaseLinks(deriveKey(signingKey, PURPOSE), listensAt);
}
