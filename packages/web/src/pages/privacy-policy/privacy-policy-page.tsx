import { pageHref } from '@vesper/contract';
import { TextPage } from '../legal-text/text-page.tsx';
import { INFORMATION } from './information.tsx';
import { STORAGE } from './storage.tsx';
import { YOUR_RIGHTS } from './your-rights.tsx';

const SECTIONS = [...INFORMATION, ...STORAGE, ...YOUR_RIGHTS];

export function PrivacyPolicyPage() {
  return (
    <TextPage
      path={pageHref.privacyPolicy()}
      title="Privacy Policy"
      isDated
      lead={({ site }) => `What ${site} learns about you when you visit, and what it does not.`}
      sections={SECTIONS}
    />
  );
}
