import { pageHref } from '@vesper/contract';
import type { PageAddress } from '../../shell/page.ts';
import { TextPage } from '../legal-text/text-page.tsx';
import { LEGAL_NAMES, LEGAL_TEXTS, type LegalName, legalNameOf } from './legal-texts.tsx';

export function LegalPage({ params }: PageAddress) {
  const name = legalNameOf(params.page);
  const { title, lead, sections } = LEGAL_TEXTS[name];
  return (
    <TextPage key={name} title={title} lead={({ site }) => lead(site)} sections={sections}>
      <SisterPages current={name} />
    </TextPage>
  );
}

const SHORT_NAMES: Record<LegalName, string> = {
  terms: 'Terms',
  privacy: 'Privacy',
  dmca: 'DMCA',
  '2257': '2257',
};

function SisterPages({ current }: { current: LegalName }) {
  return (
    <nav aria-label="Legal pages" className="mt-5 flex flex-wrap gap-2 print:hidden">
      {LEGAL_NAMES.map((name) => (
        <a
          key={name}
          href={pageHref.legal(name)}
          aria-current={name === current ? 'page' : undefined}
          className="flex min-h-11 items-center rounded-full border border-line bg-panel px-4 text-sm font-medium hover:border-edge hover:bg-raised aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-on-primary"
        >
          {SHORT_NAMES[name]}
        </a>
      ))}
    </nav>
  );
}
