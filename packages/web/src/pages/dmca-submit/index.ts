import type { Page } from '../../shell/page.ts';
import { formProofQuery } from '../notice/form-proof.tsx';
import { DmcaSubmitPage } from './dmca-submit-page.tsx';

export const dmcaSubmitPage: Page = {
  queries: ({ client }) => [formProofQuery(client)],
  loadDescribe: async () => (await import('./describe.ts')).describeDmcaSubmit,
  Component: DmcaSubmitPage,
};
