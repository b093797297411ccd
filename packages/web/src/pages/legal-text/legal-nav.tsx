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
            <a
              href={path}
              aria-current={path === current ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-full border border-line bg-panel px-4 text-sm font-medium whitespace-nowrap hover:border-edge hover:bg-raised aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-on-primary sm:px-3.5 sm:pointer-fine:min-h-9"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
