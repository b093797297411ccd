import { PAGE_PATTERNS, pageHref } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { describeText } from '../legal-text/describe-text.ts';
import { HelpPage } from './help-page.tsx';
import { QUESTIONS } from './questions.ts';

export const helpPage: Page = {
  pattern: PAGE_PATTERNS.help,
  queries: () => [],
  describe: describeText(({ siteName }) => ({
    title: 'Help Center',
    description: `Frequently asked questions about ${siteName}: free use, search, quality, reporting, privacy and more.`,
    path: pageHref.help(),
    structuredData: [faqPage(siteName)],
  })),
  Component: HelpPage,
};

/** The questions as search engines read them (schema.org FAQPage). */
function faqPage(site: string): Record<string, unknown> {
  return {
    '@type': 'FAQPage',
    mainEntity: QUESTIONS.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer(site).join(' ') },
    })),
  };
}
