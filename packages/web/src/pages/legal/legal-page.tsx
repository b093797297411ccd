import { pageHref } from '@vesper/contract';
import type { PageAddress } from '../../shell/page.ts';
import { TextPage } from '../legal-text/text-page.tsx';
import { LEGAL_TEXTS, legalNameOf } from './legal-texts.tsx';

export function LegalPage({ params }: PageAddress) {
  const name = legalNameOf(params.page);
  const { title, lead, sections } = LEGAL_TEXTS[name];
  return (
    <TextPage
      key={name}
      path={pageHref.legal(name)}
      title={title}
      lead={({ site }) => lead(site)}
      sections={sections}
    />
  );
}
