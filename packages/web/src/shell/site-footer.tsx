import { type DomainConfig, pageHref } from '@vesper/contract';
import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';

interface FooterProps {
  config: DomainConfig;
}

/** Plain HTML after React's root. */
export function SiteFooter({ config }: FooterProps) {
  const mail = `mailto:${config.contactEmail}`;
  return (
    <footer lang="en" id="site-footer">
      <div className="wide py-10">
        <div className="footer-grid">
          <BrandBlurb config={config} />
          <LinkList title="Browse">
            <a href={pageHref.home()}>Home</a>
            <a href={pageHref.home()}>Categories</a>
            <a href={pageHref.home()}>New Videos</a>
          </LinkList>
          <LinkList title="Legal">
            <a href={pageHref.terms()}>Terms of Service</a>
            <a href={pageHref.privacyPolicy()}>Privacy Policy</a>
            <a href={pageHref.dmca()}>DMCA Policy</a>
            <a href={pageHref.dmcaSubmit()}>Report Copyright</a>
            <a href={pageHref.report()}>Other Reports</a>
          </LinkList>
          <LinkList title="Support">
            <a href={mail}>Contact Us</a>
            <a href={mail}>Get Help</a>
            <a href={pageHref.dmcaSubmit()}>Report Content</a>
          </LinkList>
        </div>
        <Disclaimer config={config} />
      </div>
    </footer>
  );
}

function BrandBlurb({ config }: FooterProps) {
  return (
    <div>
      <p className="brand">
        <BrandMark />
        {config.brandName}
      </p>
      <p>{config.description}</p>
      <a className="footer-link" href={`mailto:${config.contactEmail}`}>
        <i className="icon-mail shrink-0" />
        {config.contactEmail}
      </a>
    </div>
  );
}

function LinkList({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
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
    <div className="disclaimer">
      <p>
        Content on this site is embedded from third parties or submitted by users. {config.siteName} does not
        own, produce or host it. If you hold the rights to something shown here,{' '}
        <a href={pageHref.dmcaSubmit()}>submit a DMCA takedown request</a>. See our{' '}
        <a href={pageHref.transparency()}>transparency report</a>.
      </p>
      <p>
        <span>{`© ${new Date().getUTCFullYear()} ${config.siteName}`}</span> <span>18+ Only</span>
      </p>
    </div>
  );
}
