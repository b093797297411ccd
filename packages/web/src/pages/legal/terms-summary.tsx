import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { MailLink, PrivacyLink, TermsLink } from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

export const TERMS_SUMMARY: readonly TextSection[] = [
  { id: 'agreement', title: 'The Agreement', Body: Agreement },
  { id: 'content', title: 'The Content', Body: Content },
  { id: 'rules', title: 'The Rules', Body: Rules },
  { id: 'responsibility', title: 'Responsibility', Body: Responsibility },
];

function Agreement({ facts }: { facts: LegalFacts }) {
  return (
    <p>
      By using {facts.site} you agree to the full <TermsLink /> and to the <PrivacyLink />. You must be 18
      years or older, and of the age of majority where you live. The site is free and needs no account.
    </p>
  );
}

function Content({ facts }: { facts: LegalFacts }) {
  return (
    <p>
      {facts.site} does not own, produce or host the content it shows. It is embedded from third parties,
      submitted by users, or aggregated from public sources. You may watch it for your own private use.
    </p>
  );
}

function Rules() {
  return (
    <p>
      Do nothing illegal here: no infringement of others' rights, no malware, no harassment, no unauthorized
      access, no scraping, no impersonation, and above all no content that depicts minors or non-consensual
      acts. We may terminate or suspend access at any time.
    </p>
  );
}

function Responsibility({ facts }: { facts: LegalFacts }) {
  return (
    <p>
      The site is provided "as is", without warranties. As far as the law allows, our liability is limited to
      100 US dollars. The terms are governed by {facts.law}. Questions: <MailLink email={facts.email} />.
    </p>
  );
}
