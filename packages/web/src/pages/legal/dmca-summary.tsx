import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { DmcaFormLink, DmcaLink, MailLink } from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

export const DMCA_SUMMARY: readonly TextSection[] = [
  { id: 'report', title: 'Reporting an Infringement', Body: Report },
  { id: 'times', title: 'What We Do, and When', Body: Times },
  { id: 'counter-notice', title: 'Objecting to a Removal', Body: Counter },
];

function Report({ facts }: { facts: LegalFacts }) {
  return (
    <p>
      If your copyrighted work is shown on {facts.site} without permission, use the <DmcaFormLink /> or write
      to our agent at <MailLink email={facts.email} subject="DMCA notice" />. Knowingly false claims may
      result in liability under Section 512(f).
    </p>
  );
}

function Times() {
  return (
    <p>
      Notices are acknowledged within 24 hours and reviewed, and infringing content is removed or disabled,
      within 24-48 hours. A source's first violation removes the content, the second flags the source for
      review, and the third disables the source permanently.
    </p>
  );
}

function Counter() {
  return (
    <p>
      The supplier of the content may send a counter-notice; unless the complainant goes to court, it is
      restored in 10-14 business days. All details are in the full <DmcaLink />.
    </p>
  );
}
