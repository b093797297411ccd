import { deriveKey } from '@vesper/core/lib/files/sealing.ts';
import { createCaseLinks } from '@vesper/notices/cases';

/** Changing it breaks every link in mails about notices. */
const PURPOSE = 'vesper case links';

export function caseLinksOf(signingKey: Buffer, listensAt?: number) {
  return createCaseLinks(deriveKey(signingKey, PURPOSE), listensAt);
}
