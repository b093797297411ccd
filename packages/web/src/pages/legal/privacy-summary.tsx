import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { MailLink, PrivacyLink } from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

export const PRIVACY_SUMMARY: readonly TextSection[] = [
  { id: 'little', title: 'As Little as Possible', Body: Little },
  { id: 'browser', title: 'What Stays in Your Browser', Body: Browser },
  { id: 'contact', title: 'What You Send Us', Body: Sent },
];

function Little() {
  return (
    <p>
      There are no accounts, no trackers and no third-party analytics. Views are counted by a keyed code that
      cannot be turned back into your IP address and whose key is thrown away every day. We do not sell data.
      The full <PrivacyLink /> says more.
    </p>
  );
}

function Browser() {
  return (
    <p>
      A cookie and a local storage entry remember that you confirmed your age; local storage remembers your
      theme. History, favourites and similar lists stay in your browser. To show their pictures, a page asks
      us for the videos as it does for any others; it does not say that they are on a list.
    </p>
  );
}

function Sent({ facts }: { facts: LegalFacts }) {
  return (
    <p>
      Messages and copyright notices you send us are used to answer them and to meet the law. You may ask for
      access, correction or deletion, opt out, or object, by writing to{' '}
      <MailLink email={facts.email} subject="Privacy request" />.
    </p>
  );
}
