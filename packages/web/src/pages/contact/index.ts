import { PAGE_PATTERNS, pageHref } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { describeText } from '../legal-text/describe-text.ts';
import { ContactPage } from './contact-page.tsx';

export const contactPage: Page = {
  pattern: PAGE_PATTERNS.contact,
  queries: () => [],
  describe: describeText(({ siteName }) => ({
    title: 'Contact Us',
    description: `How to reach ${siteName}: general and business inquiries, and reports of content. Answers within 24-48 hours.`,
    path: pageHref.contact(),
  })),
  Component: ContactPage,
};
