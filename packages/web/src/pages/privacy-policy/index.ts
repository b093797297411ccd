import type { Page } from '../../shell/page.ts';
import { PrivacyPolicyPage } from './privacy-policy-page.tsx';

export const privacyPolicyPage: Page = {
  loadDescribe: async () => (await import('./describe.ts')).describePrivacyPolicy,
  Component: PrivacyPolicyPage,
};
