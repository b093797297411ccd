import { createCaseLinks } from '../../desk/cases/index.ts';
import { deriveKey } from '../../kernel/lib/files/sealing.ts';

/** Another word here, and no link in a mail about a notice leads anywhere any more. */
const PURPOSE = 'vesper case links';

export function caseLinksOf(signingKey: Buffer, listensAt?: number) {
  return createCaseLinks(deriveKey(signingKey, PURPOSE), listensAt);
}
