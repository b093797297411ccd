import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { ContactLink, MailLink } from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

/** The cards about the agreement itself: how it ends, changes and is read. */
export const THE_AGREEMENT: readonly TextSection[] = [
  { id: 'termination', title: 'Termination', Body: Termination },
  { id: 'governing-law', title: 'Governing Law', Body: GoverningLaw },
  { id: 'changes', title: 'Changes to These Terms', Body: Changes },
  { id: 'contact', title: 'Contact Us', Body: Contact },
];

function Termination() {
  return (
    <p>
      We reserve the right to terminate or suspend access to the site at any time, for anyone, with or without
      notice, in particular for a breach of these terms. You can end the agreement at any time by no longer
      using the site. The cards on warranties, liability, indemnification and governing law continue to apply
      after that.
    </p>
  );
}

function GoverningLaw({ facts }: { facts: LegalFacts }) {
  return (
    <p>
      These terms are governed by {facts.law}, without regard to its rules on the conflict of laws. If you are
      a consumer, this does not take away the protection of mandatory law in the country you live in. If a
      part of these terms turns out to be invalid, the rest stays in force; that we do not enforce a right
      once does not mean that we waive it.
    </p>
  );
}

function Changes() {
  return (
    <p>
      We may change these terms, for example when the law or the site changes. The current version is always
      on this page, with its date at the top. By using the site after a change you accept the new version.
    </p>
  );
}

function Contact({ facts }: { facts: LegalFacts }) {
  return (
    <p>
      Questions about these terms? Write to us at <MailLink email={facts.email} />, or see the <ContactLink />{' '}
      page.
    </p>
  );
}
