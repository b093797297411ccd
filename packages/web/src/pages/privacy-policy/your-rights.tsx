import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { ContactLink, DmcaFormLink, DmcaLink, MailLink, TermsLink } from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

/** The cards about what visitors can ask for, and whom. */
export const YOUR_RIGHTS: readonly TextSection[] = [
  { id: 'rights', title: 'Your Rights', Body: Rights },
  { id: 'age', title: 'Age Restriction (18+)', Body: AgeRestriction },
  { id: 'changes', title: 'Changes to This Policy', Body: Changes },
  { id: 'contact', title: 'Contact Us', Body: Contact },
];

function Rights({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>Depending on where you live, you have some or all of these rights:</p>
      <ul>
        <li>
          <strong>Access:</strong> to know whether we hold data about you, and to get a copy.
        </li>
        <li>
          <strong>Correction:</strong> to have wrong data put right.
        </li>
        <li>
          <strong>Deletion:</strong> to have your data erased, unless the law obliges us to keep it.
        </li>
        <li>
          <strong>Opt-out:</strong> to decline cookies and other storage in your browser's settings, and any
          use of your data that is based on consent.
        </li>
        <li>
          <strong>Objection:</strong> to object to our use of your data, and to complain to your data
          protection authority.
        </li>
      </ul>
      <p>
        To exercise a right, write to <MailLink email={facts.email} subject="Privacy request" />. As there are
        no accounts, we may need details that let us find your data. We do not treat you differently for
        asking.
      </p>
    </>
  );
}

function AgeRestriction() {
  return (
    <p>
      This site is for adults of <strong>18 years or older</strong> only. We do not knowingly collect
      information from anyone under 18. If you believe that a minor has sent us personal data, tell us and we
      will delete it.
    </p>
  );
}

function Changes() {
  return (
    <p>
      We may update this policy when the site or the law changes. The current version is always on this page,
      with its date at the top; please look at it from time to time.
    </p>
  );
}

function Contact({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        Responsible for this site: {facts.operator}. For questions about privacy, write to{' '}
        <MailLink email={facts.email} /> or see the <ContactLink /> page.
      </p>
      <p>
        Related pages: <TermsLink />, <DmcaLink />, <DmcaFormLink />.
      </p>
    </>
  );
}
