import { pageHref } from '@vesper/contract';

const PAGES: [path: string, name: string][] = [
  [pageHref.terms(), 'Terms'],
  [pageHref.privacyPolicy(), 'Privacy'],
  [pageHref.dmca(), 'DMCA'],
  [pageHref.legal('2257'), '2257'],
  [pageHref.dmcaSubmit(), 'Report Copyright'],
  [pageHref.help(), 'Help'],
  [pageHref.contact(), 'Contact'],
  [pageHref.transparency(), 'Transparency'],
  [pageHref.legal('terms'), 'Terms in brief'],
  [pageHref.legal('privacy'), 'Privacy in brief'],
  [pageHref.legal('dmca'), 'DMCA in brief'],
];

/** `current` is the path of the page shown. */
export function LegalNav({ current }: { current: string }) {
  return (
    <nav aria-label="Legal and help" className="mt-5 print:hidden">
      <ul className="chips chip-row">
        {PAGES.map(([path, name]) => (
          <li key={path}>
            <a href={path} aria-current={path === current ? 'page' : undefined} className="chip">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
