import type { LegalFacts } from '../legal-text/legal-facts.ts';
import {
  ContactLink,
  CounterNoticeLink,
  DmcaFormLink,
  MailLink,
  PrivacyLink,
  TermsLink,
} from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

/** The policy's cards about what follows a takedown, and the law behind it. */
export const AFTERWARDS: readonly TextSection[] = [
  { id: 'counter-notice', title: 'Counter-Notice', Body: CounterNotice },
  { id: 'repeat-infringers', title: 'Repeat Infringer Policy', Body: RepeatInfringers },
  { id: 'safe-harbor', title: 'Safe Harbor', Body: SafeHarbor },
  { id: 'contact', title: 'Contact', Body: Contact },
];

function CounterNotice({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        If content that you submitted or supplied was removed by mistake or misidentification, you may send
        our agent a counter-notice (17 U.S.C. 512(g)(3)). It must contain:
      </p>
      <ul>
        <li>your physical or electronic signature;</li>
        <li>what was removed, and the address at which it stood;</li>
        <li>
          a statement under penalty of perjury that you believe in good faith that it was removed by mistake
          or misidentification;
        </li>
        <li>
          your name, address and phone number, and your consent to the jurisdiction of the federal district
          court for your address (or, outside the United States, of any district in which we may be found),
          and to service of process by the complainant.
        </li>
      </ul>
      <p>
        Send it by our <CounterNoticeLink />, or to{' '}
        <MailLink email={facts.email} subject="DMCA counter-notice" />. We forward it to the complainant.
        Unless they tell us that they have filed a court action, the content is{' '}
        <strong>restored in 10-14 business days</strong> after we received the counter-notice.
      </p>
    </>
  );
}

function RepeatInfringers() {
  return (
    <>
      <p>We count valid notices against each source of content. Three strikes are the limit:</p>
      <ol>
        <li>
          <strong>First violation:</strong> the content is removed.
        </li>
        <li>
          <strong>Second violation:</strong> the content is removed and the source is flagged for review.
        </li>
        <li>
          <strong>Third violation:</strong> the content is removed and the source is disabled permanently.
        </li>
      </ol>
      <p>A strike that a successful counter-notice shows to be wrong does not count.</p>
    </>
  );
}

function SafeHarbor({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        {facts.site} is a service provider in the sense of the DMCA and operates under the safe harbor of 17
        U.S.C. 512. Accordingly we:
      </p>
      <ul>
        <li>have a designated agent to receive notices;</li>
        <li>act expeditiously to remove or disable material when we learn that it infringes;</li>
        <li>have no actual knowledge of infringing material that we leave in place;</li>
        <li>receive no financial benefit directly attributable to infringement that we could control;</li>
        <li>end the access of repeat infringers, as described above;</li>
        <li>respect the standard technical measures by which owners identify and protect their works.</li>
      </ul>
      <p>
        The law does not oblige us to monitor content, but it does oblige us to act on notices, and we do.
      </p>
    </>
  );
}

function Contact({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        Copyright questions: <MailLink email={facts.email} subject="Copyright question" />. Reports:{' '}
        <DmcaFormLink />. Anything else: <ContactLink />.
      </p>
      <p>
        Related pages: <TermsLink />, <PrivacyLink />.
      </p>
    </>
  );
}
