import { pageHref } from '@vesper/contract';
import { describeText } from '../legal-text/describe-text.ts';
import { QUESTIONS } from './questions.ts';

/** schema.org FAQPage. */
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

export const describeHelp = describeText({
  title: 'Help Center',
  description: (site) =>
    `Frequently asked questions about ${site}: free use, search, quality, reporting, privacy and more.`,
  path: pageHref.help(),
  structuredData: (site) => [faqPage(site)],
});
