import { DmcaFormLink, DmcaLink, PrivacyLink } from '../legal-text/text-links.tsx';
import { TextPage } from '../legal-text/text-page.tsx';
import { RESPONSIBILITY } from './responsibility.tsx';
import { THE_AGREEMENT } from './the-agreement.tsx';
import { USING_THE_SITE } from './using-the-site.tsx';

const SECTIONS = [...USING_THE_SITE, ...RESPONSIBILITY, ...THE_AGREEMENT];

export function TermsPage() {
  return (
    <TextPage
      title="Terms of Service"
      isDated
      lead={({ site }) => `What you agree to when you use ${site}, in plain words.`}
      sections={SECTIONS}
    >
      <div className="text-body mt-3 print:hidden">
        <p>
          See also: <PrivacyLink />, <DmcaLink />, <DmcaFormLink />
        </p>
      </div>
    </TextPage>
  );
}
