import type { CaseDetails } from '@vesper/contract';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';

type About = Pick<CaseDetails, 'id' | 'erasedAt'> & { madeAt: Date; by: string };

export function readmeOf({ id, madeAt, by, erasedAt }: About): string {
  const erased = erasedAt
    ? `
What persons wrote in this case was erased on ${formatMoment(erasedAt)}, and cannot be read any more. This file
holds what is left: what was decided, and the entries of the log.
`
    : '';
  return `Case file of notice ${id}
Made on ${formatMoment(madeAt)} by ${by}.
${erased}
WHAT IT HOLDS

case.txt          The case in plain words: what was decided and when, what it names, its clocks.
case.json         The same for programs.
papers/           What was written, in its order: the notice as it was sent, supplements, mails that the site
                  sent about it, notes and reasons of administrators. The .txt files are for reading. The
                  .json files are the originals, each with the salt and the SHA-256 of which the log was told.
                  In mails, the secret part of private links is left out.
chain/            The entries of the site's audit log about this case, and the proof that they stand in it.
manifest.json     The SHA-256 of every file. manifest.sha256 holds that of the manifest.
check.mjs         Checks all of this.

All times are UTC. The papers hold personal data, and the entries in chain/ the names, account ids, sessions and networks
of administrators, without which their digests could not be checked: hand them on only where it is needed.

HOW TO CHECK IT

With Node.js 22 or newer, without a network:

    node check.mjs                  in the unpacked folder
    node check.mjs <archive>.zip    the archive as you received it

It recomputes every SHA-256. One changed byte in any file makes it say which one. A program that comes with the
evidence proves little by itself: take check.mjs from the published source of Vesper, where it is the file
packages/notices/server/outcome/case-file/check.mjs, or write your own from the next section.

WHAT IT PROVES

Every act is an entry of the site's audit log, which can only grow. The digest of an entry is the SHA-256 of its
fields as JSON, with the keys sorted at every depth and without spaces (without prev_hash and hash). The hash of an
entry is the SHA-256 of the former entry's hash and of its own digest, 32 bytes each. So nothing can be changed,
added or taken away without changing every hash after it.

chain/proof.json  Where the walk starts and where it ends, and the site's anchor if it lies between.
chain/rows-*.txt  A line for every row of the log after the start: its digest.
chain/entries-*   The entries about this case, whole. Other entries are not shown; their digests are enough to walk on.

Each paper is bound to the log by its SHA-256, made of its random salt (16 bytes) and its text (UTF-8). The log holds
these since the papers were written, in "papers" of the entry that followed. Everything else, such as a paper's kind,
time and author, the .txt files and case.json, is bound by the manifest alone, whose SHA-256 the site's log holds.

The walk ends in one hash, the end of the log when this file was made. Ask the site for what it has kept of its log
elsewhere, such as a copy of its anchor from a later day, and for the entries up to there: they must contain this
hash. The SHA-256 of the manifest stands in the log as well, in the entry "cases.file" of this case: the site can
tell whether it made this very file.
`;
}
