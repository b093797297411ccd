import { type DomainConfig, pageHref } from '@vesper/contract';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';
import { container } from './layout-classes.ts';

const link =
  'inline-flex min-h-11 items-center text-sm text-muted hover:text-text hover:underline sm:min-h-8';

interface FooterProps {
  config: DomainConfig;
}

/** Plain HTML after React's root: the same on every page, without script. */
export function SiteFooter({ config }: FooterProps) {
  const mail = `mailto:${config.contactEmail}`;
  return (
    <footer id="site-footer" className="mt-16 border-t border-line bg-panel">
      <div className={`${container} py-10`}>
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-[minmax(0,2fr)_1fr_1fr_1fr]">
          <BrandBlurb config={config} />
          <LinkList title="Browse">
            <a className={link} href={pageHref.home()}>
              Home
            </a>
            <a className={link} href={pageHref.home()}>
              Categories
            </a>
            <a className={link} href={pageHref.home()}>
              New Videos
            </a>
          </LinkList>
          <LinkList title="Legal">
            <a className={link} href={pageHref.terms()}>
              Terms of Service
            </a>
            <a className={link} href={pageHref.privacyPolicy()}>
              Privacy Policy
            </a>
            <a className={link} href={pageHref.dmca()}>
              DMCA Policy
            </a>
            <a className={link} href={pageHref.dmcaSubmit()}>
              Report Copyright
            </a>
          </LinkList>
          <LinkList title="Support">
            <a className={link} href={mail}>
              Contact Us
            </a>
            <a className={link} href={mail}>
              Get Help
            </a>
            <a className={link} href={pageHref.dmcaSubmit()}>
              Report Content
            </a>
          </LinkList>
        </div>
        <Disclaimer config={config} />
      </div>
    </footer>
  );
}

function BrandBlurb({ config }: FooterProps) {
  return (
    <div className="col-span-2 lg:col-span-1">
      <p className="flex items-center gap-2.5 font-bold tracking-tight">
        <BrandMark />
        {config.brandName}
      </p>
      <p className="mt-3 max-w-md text-sm leading-relaxed text-pretty text-muted">{config.description}</p>
      <a className={`${link} mt-2 gap-2 break-all`} href={`mailto:${config.contactEmail}`}>
        <Mail aria-hidden className="size-4 shrink-0" />
        {config.contactEmail}
      </a>
    </div>
  );
}

function LinkList({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-2">
        {children.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lists are written above and never change.
          <li key={index}>{item}</li>
        ))}
      </ul>
    </nav>
  );
}

function Disclaimer({ config }: FooterProps) {
  return (
    <div className="mt-10 flex flex-col gap-6 border-t border-line pt-6 text-xs leading-relaxed text-muted md:flex-row md:items-end md:justify-between">
      <p className="max-w-3xl text-pretty">
        Content on this site is embedded from third parties or submitted by users. {config.siteName} does not
        own, produce or host it. If you hold the rights to something shown here,{' '}
        <a className="text-text underline underline-offset-2" href={pageHref.dmcaSubmit()}>
          submit a DMCA takedown request
        </a>
        .
      </p>
      <p className="flex shrink-0 items-center gap-3">
        <span>{`© ${new Date().getUTCFullYear()} ${config.siteName}`}</span>
        <span className="rounded-md border border-edge px-2 py-0.5 font-semibold text-text">18+ Only</span>
      </p>
    </div>
  );
}
