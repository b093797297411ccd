import { pageHref } from '@vesper/contract';
import { TextPage } from '../legal-text/text-page.tsx';
import { RESPONSIBILITY } from './responsibility.tsx';
import { THE_AGREEMENT } from './the-agreement.tsx';
import { USING_THE_SITE } from './using-the-site.tsx';

const SECTIONS = [...USING_THE_SITE, ...RESPONSIBILITY, ...THE_AGREEMENT];

export function TermsPage() {
  return (
    <TextPage
      path={pageHref.terms()}
      title="Terms of Service"
      isDated
      lead={({ site }) => `What you agree to when you use ${site}, in plain words.`}
      sections={SECTIONS}
    />
  );
}
