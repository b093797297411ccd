import type { CaseDetails } from '@vesper/contract';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';

type About = Pick<CaseDetails, 'id' | 'erasedAt'> & { madeAt: Date; by: string };

export function readmeOf({ id, madeAt, by, erasedAt }: About): string {
  const erased = erasedAt
    ? `
The texts of this case were erased on ${formatMoment(erasedAt)} and can no longer be read. This file contains
what is left: the decisions and the log entries.
`
    : '';
  return `Case file of notice ${id}
Created on ${formatMoment(madeAt)} by ${by}.
${erased}
CONTENTS

case.txt          The case in plain words: decisions with their dates, reported content, deadlines.
case.json         The same, machine-readable.
papers/           Everything written, in order: the notice as sent, supplements, emails the site sent about it,
                  notes and reasons of administrators. The .txt files are for reading. The .json files are the
                  originals, each with its salt and the SHA-256 recorded in the log. In emails, the secret part
                  of private links is left out.
chain/            The entries of the site's audit log about this case, and the proof that they are in it.
manifest.json     The SHA-256 of every file. manifest.sha256 holds that of the manifest.
check.mjs         Verifies all of this.

All times are UTC. The papers contain personal data, and the entries in chain/ the names, account ids, sessions and
networks of administrators, which are needed to check their digests: pass them on only where necessary.

HOW TO VERIFY IT

With Node.js 22 or newer, offline:

    node check.mjs                  in the unpacked folder
    node check.mjs <archive>.zip    the archive as you received it

It recomputes every SHA-256 and names any file in which even one byte was changed. A program that comes with the
evidence proves little by itself: take check.mjs from the published source of Vesper, where it is the file
packages/notices/server/outcome/case-file/check.mjs, or write your own from the next section.

WHAT IT PROVES

Every action is an entry of the site's audit log, which is append-only. The digest of an entry is the SHA-256 of its
fields as JSON, with the keys sorted at every depth and without spaces (without prev_hash and hash). The hash of an
entry is the SHA-256 of the previous entry's hash and of its own digest, 32 bytes each. So nothing can be changed,
added or removed without changing every hash after it.

chain/proof.json  Where the walk starts and where it ends, and the site's anchor if it lies between.
chain/rows-*.txt  The digest of every row of the log after the start, one per line.
chain/entries-*   The complete entries about this case. Other entries are left out; their digests are enough to continue the chain.

Each paper is bound to the log by its SHA-256, made of its random salt (16 bytes) and its text (UTF-8). The log has held
these since the papers were written, in "papers" of the entry that followed. Everything else, such as a paper's kind,
time and author, the .txt files and case.json, is bound by the manifest alone, whose SHA-256 the site's log holds.

The walk ends in one hash, the end of the log when this file was created. Ask the site for copies of its log kept
elsewhere, such as a copy of its anchor from a later day, and for the entries up to that point: they must contain this
hash. The SHA-256 of the manifest is also in the log, in the entry "cases.file" of this case, so the site can tell
whether it created this very file.
`;
}
