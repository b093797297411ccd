import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { DmcaFormLink, DmcaLink } from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

/** The cards about who answers for what. */
export const RESPONSIBILITY: readonly TextSection[] = [
  { id: 'warranty', title: 'Disclaimer of Warranties', Body: Warranties },
  { id: 'liability', title: 'Limitation of Liability', Body: Liability },
  { id: 'indemnification', title: 'Indemnification', Body: Indemnification },
  { id: 'dmca', title: 'DMCA Compliance', Body: DmcaCompliance },
  { id: 'third-parties', title: 'Third-Party Content', Body: ThirdPartyContent },
];

function Warranties() {
  return (
    <>
      <p>
        The site and everything on it are provided <strong>"as is" and "as available"</strong>, without
        warranties of any kind, express or implied. As far as the law allows, we disclaim all warranties,
        including those of merchantability, fitness for a particular purpose, title and non-infringement.
      </p>
      <p>
        We do not promise that the site will be uninterrupted, secure or free of errors, that a particular
        video will stay available, or that titles, descriptions and translations are accurate. You use the
        site at your own risk.
      </p>
    </>
  );
}

function Liability({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        As far as the law allows, {facts.operator} and those who work for the site are not liable for
        indirect, incidental, special, consequential or punitive damages, or for lost profits, data or
        goodwill, that arise from your use of the site or from your being unable to use it.
      </p>
      <p>
        Our total liability for all claims connected with the site is{' '}
        <strong>limited to 100 US dollars (USD 100)</strong>.
      </p>
      <p>
        Some places do not allow the exclusion of certain warranties or liabilities. There, the limits above
        apply only as far as they are permitted, and nothing in these terms takes away rights that the law
        gives you and that cannot be waived.
      </p>
    </>
  );
}

function Indemnification({ facts }: { facts: LegalFacts }) {
  return (
    <p>
      You agree to indemnify and hold harmless {facts.operator}, and those who work for the site, from claims,
      damages, losses and costs (including reasonable lawyers' fees) that others bring against us because you
      broke these terms, broke the law, or infringed someone's rights through your use of the site or through
      content that you submitted.
    </p>
  );
}

function DmcaCompliance({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        {facts.site} respects the rights of creators and complies with the Digital Millennium Copyright Act
        (17 U.S.C. 512). Notices are reviewed, and infringing content is removed or disabled, within 24-48
        hours. Sources that infringe repeatedly are cut off.
      </p>
      <p>
        How it works is explained in our <DmcaLink />. To report an infringement, use the <DmcaFormLink />.
      </p>
    </>
  );
}

function ThirdPartyContent() {
  return (
    <p>
      The site shows content from, and may link to, websites that we do not control. We are not responsible
      for their content, their availability, or how they treat your data; their own terms and privacy policies
      apply when you visit them. A link or an embedded video is not a recommendation.
    </p>
  );
}
