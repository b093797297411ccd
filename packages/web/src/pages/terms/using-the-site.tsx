import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { DmcaFormLink, PrivacyLink } from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

/** The terms' cards up to what visitors may and may not do. */
export const USING_THE_SITE: readonly TextSection[] = [
  { id: 'agreement', title: 'Agreement to Terms', Body: Agreement },
  { id: 'platform', title: 'Content Platform Disclaimer', Body: PlatformDisclaimer },
  { id: 'age', title: 'Age Restriction (18+)', Body: AgeRestriction },
  { id: 'acceptable-use', title: 'Acceptable Use', Body: AcceptableUse },
];

function Agreement({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        These terms are an agreement between you and {facts.operator} ("we", "us"). They cover every page and
        service of {facts.site} (the "site"). By opening or using the site you accept them, together with our{' '}
        <PrivacyLink />. If you do not agree, please do not use the site.
      </p>
      <p>
        The site is free and needs no account. We give you a personal, non-exclusive, revocable permission to
        watch what it shows, for your own private use and for as long as you keep to these terms.
      </p>
    </>
  );
}

function PlatformDisclaimer({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        <strong>{facts.site} does not own, produce or host the content it shows.</strong> It is a platform on
        which videos can be found and watched. All content is:
      </p>
      <ul>
        <li>embedded from third-party websites,</li>
        <li>submitted by users, or</li>
        <li>aggregated from publicly available sources.</li>
      </ul>
      <p>
        The rights in a video belong to its maker or rights holder. We do not review every video before it
        appears, and showing one does not mean that we endorse it or the people and companies behind it. Where
        we are told of content that should not be here, we act on it as these terms and our DMCA policy say.
      </p>
    </>
  );
}

function AgeRestriction() {
  return (
    <>
      <p>
        This site contains material for adults. <strong>You must be at least 18 years old</strong>, or of the
        age of majority where you live if that is higher, to enter it. By confirming your age and using the
        site you declare that:
      </p>
      <ul>
        <li>you are of that age;</li>
        <li>watching adult material is legal where you are;</li>
        <li>you will not let anyone under age see the site or what it shows.</li>
      </ul>
      <p>
        Every page carries the RTA ("Restricted to Adults") label, which parental control software recognizes.
        Parents who want to keep children away from adult sites can switch on such controls in their devices,
        browsers and home networks.
      </p>
    </>
  );
}

function AcceptableUse({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>When you use the site, you agree not to:</p>
      <ul>
        <li>break any law or regulation that applies to you, or help others to do so;</li>
        <li>infringe copyrights, trademarks or other intellectual property rights;</li>
        <li>upload, link to or spread malware, viruses or other harmful code;</li>
        <li>harass, threaten, defame or abuse anyone;</li>
        <li>
          attempt to gain unauthorized access to the site, its servers, its administration or other people's
          data, or get around its technical protections;
        </li>
        <li>scrape, crawl or copy the site by automated means without our written permission;</li>
        <li>impersonate any person or company, or misstate your connection with one;</li>
        <li>
          submit or request content that depicts minors, or that shows or threatens non-consensual acts.
        </li>
      </ul>
      <p>
        <strong>Content that depicts minors or non-consensual acts is never tolerated.</strong> It is removed
        at once and reported to the competent authorities. If you see any, tell us immediately at{' '}
        <a href={`mailto:${facts.email}?subject=URGENT`}>{facts.email}</a> with URGENT in the subject, or use
        the <DmcaFormLink>report form</DmcaFormLink>.
      </p>
      <p>Well-behaved search engines that follow our robots.txt file are welcome.</p>
    </>
  );
}
