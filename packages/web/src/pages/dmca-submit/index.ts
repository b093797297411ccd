import { pageHref } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { loadDescribeText } from '../legal-text/text-page.tsx';
import { formProofQuery } from '../notice/form-proof.tsx';
import { DmcaSubmitPage } from './dmca-submit-page.tsx';

export const dmcaSubmitPage: Page = {
  queries: ({ client }) => [formProofQuery(client)],
  loadDescribe: loadDescribeText({
    path: pageHref.dmcaSubmit(),
    title: 'Submit DMCA Takedown Request',
    above: [{ name: 'DMCA Policy', path: pageHref.dmca() }],
    description: (site) =>
      `File a copyright infringement notification with ${site}. Requests are reviewed within 24-48 hours.`,
  }),
  Component: DmcaSubmitPage,
};
