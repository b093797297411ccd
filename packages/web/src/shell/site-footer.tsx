import { pageHref } from '@vesper/contract';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDomainConfig } from '../data/client-context.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { BrandMark } from './brand-mark.tsx';
import { container } from './layout-classes.ts';

const link =
  'inline-flex min-h-11 items-center text-sm text-muted hover:text-text hover:underline sm:min-h-8';

export function SiteFooter() {
  const { config } = useDomainConfig();
  const mail = `mailto:${config.contactEmail}`;
  return (
    <footer className="mt-16 border-t border-line bg-panel">
      <div className={`${container} py-10`}>
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-[minmax(0,2fr)_1fr_1fr_1fr]">
          <BrandBlurb />
          <LinkList title="Browse">
            <PageLink className={link} href={pageHref.home()}>
              Home
            </PageLink>
            <PageLink className={link} href={pageHref.home()}>
              Categories
            </PageLink>
            <PageLink className={link} href={pageHref.home()}>
              New Videos
            </PageLink>
          </LinkList>
          <LinkList title="Legal">
            <PageLink className={link} href={pageHref.terms()}>
              Terms of Service
            </PageLink>
            <PageLink className={link} href={pageHref.privacyPolicy()}>
              Privacy Policy
            </PageLink>
            <PageLink className={link} href={pageHref.dmca()}>
              DMCA Policy
            </PageLink>
            <PageLink className={link} href={pageHref.dmcaSubmit()}>
              Report Copyright
            </PageLink>
          </LinkList>
          <LinkList title="Support">
            <a className={link} href={mail}>
              Contact Us
            </a>
            <a className={link} href={mail}>
              Get Help
            </a>
            <PageLink className={link} href={pageHref.dmcaSubmit()}>
              Report Content
            </PageLink>
          </LinkList>
        </div>
        <Disclaimer />
      </div>
    </footer>
  );
}

function BrandBlurb() {
  const { config } = useDomainConfig();
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

function Disclaimer() {
  const { config } = useDomainConfig();
  return (
    <div className="mt-10 flex flex-col gap-6 border-t border-line pt-6 text-xs leading-relaxed text-muted md:flex-row md:items-end md:justify-between">
      <p className="max-w-3xl text-pretty">
        Content on this site is embedded from third parties or submitted by users. {config.siteName} does not
        own, produce or host it. If you hold the rights to something shown here,{' '}
        <PageLink className="text-text underline underline-offset-2" href={pageHref.dmcaSubmit()}>
          submit a DMCA takedown request
        </PageLink>
        .
      </p>
      <p className="flex shrink-0 items-center gap-3">
        {/* A cached page may be read in the first moments of the next year. */}
        <span suppressHydrationWarning>{`© ${new Date().getUTCFullYear()} ${config.siteName}`}</span>
        <span className="rounded-md border border-edge px-2 py-0.5 font-semibold text-text">18+ Only</span>
      </p>
    </div>
  );
}
