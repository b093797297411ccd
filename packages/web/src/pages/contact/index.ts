import { pageHref } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { loadDescribeText } from '../legal-text/text-page.tsx';
import { ContactPage } from './contact-page.tsx';

export const contactPage: Page = {
  loadDescribe: loadDescribeText({
    path: pageHref.contact(),
    title: 'Contact Us',
    description: (site) =>
      `How to reach ${site}: general and business inquiries, and reports of content. Answers within 24-48 hours.`,
  }),
  Component: ContactPage,
};
