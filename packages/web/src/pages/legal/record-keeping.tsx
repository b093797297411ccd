import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { DmcaFormLink, MailLink } from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

/** The statement on 18 U.S.C. 2257: who keeps the records of performers' ages. */
export const RECORD_KEEPING: readonly TextSection[] = [
  { id: 'statement', title: '18 U.S.C. 2257 Statement', Body: Statement },
  { id: 'records', title: 'Where the Records Are', Body: Records },
  { id: 'minors', title: 'Zero Tolerance', Body: ZeroTolerance },
];

function Statement({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        Neither {facts.site} nor {facts.operator} is a producer, primary or secondary, of any of the visual
        content found here, as those terms are defined in 18 U.S.C. 2257 and 2257A and in 28 C.F.R. 75.1. The
        site does not own, produce or host this content: it is embedded from third parties, submitted by
        users, or aggregated from public sources, and the activities of the site are limited to making it
        available for viewing.
      </p>
      <p>
        The record-keeping requirements therefore rest with the producers of the content. We ask all sources
        to offer only material that shows persons who were at least 18 years old when it was made and who
        agreed to it, with records kept as the law requires.
      </p>
    </>
  );
}

function Records({ facts }: { facts: LegalFacts }) {
  return (
    <>
      {facts.recordsCustodian ? (
        <>
          <p>For content to which the requirements do apply to us, records are kept by:</p>
          <address className="rounded-lg border border-line bg-ground p-4 whitespace-pre-line not-italic">
            {facts.recordsCustodian}
          </address>
        </>
      ) : (
        <p>
          Records required by 18 U.S.C. 2257 are held by the producer of each video, or by the custodian whom
          the producer names at the source.
        </p>
      )}
      <p>
        For questions about the records of a particular video, write to{' '}
        <MailLink email={facts.email} subject="2257 records" /> with its address on this site. We will help to
        identify its source.
      </p>
    </>
  );
}

function ZeroTolerance({ facts }: { facts: LegalFacts }) {
  return (
    <p>
      Content that depicts minors is never tolerated. It is removed at once and reported to the competent
      authorities. If you see anything of which you doubt that everyone shown was 18 or older, or that
      everyone agreed, tell us immediately: <MailLink email={facts.email} subject="URGENT" />, or{' '}
      <DmcaFormLink>the report form</DmcaFormLink>.
    </p>
  );
}
