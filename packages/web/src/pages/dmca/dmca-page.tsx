import { pageHref } from '@vesper/contract';
import { FileWarning } from 'lucide-react';
import { primaryButton } from '../../ui/control-classes.ts';
import { TextPage } from '../legal-text/text-page.tsx';
import { AFTERWARDS } from './afterwards.tsx';
import { TAKEDOWN } from './takedown.tsx';

const SECTIONS = [...TAKEDOWN, ...AFTERWARDS];

export function DmcaPage() {
  return (
    <TextPage
      path={pageHref.dmca()}
      title="DMCA Policy"
      lead={({ site }) => `How ${site} handles claims of copyright infringement, and how to make one.`}
      sections={SECTIONS}
    >
      <a href={pageHref.dmcaSubmit()} className={`${primaryButton} mt-5 print:hidden`}>
        <FileWarning aria-hidden className="size-4" />
        Submit DMCA Takedown Request
      </a>
    </TextPage>
  );
}
