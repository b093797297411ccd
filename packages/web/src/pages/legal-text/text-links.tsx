import { pageHref } from '@vesper/contract';
import type { ReactNode } from 'react';
import { PageLink } from '../../ui/page-link.tsx';

/** The links between the legal pages; each has one name everywhere. */
export function TermsLink() {
  return <PageLink href={pageHref.terms()}>Terms of Service</PageLink>;
}

export function PrivacyLink() {
  return <PageLink href={pageHref.privacyPolicy()}>Privacy Policy</PageLink>;
}

export function DmcaLink() {
  return <PageLink href={pageHref.dmca()}>DMCA Policy</PageLink>;
}

export function DmcaFormLink({ children = 'DMCA takedown form' }: { children?: ReactNode }) {
  return <PageLink href={pageHref.dmcaSubmit()}>{children}</PageLink>;
}

export function ContactLink() {
  return <PageLink href={pageHref.contact()}>Contact</PageLink>;
}

/** The address itself as a link; `subject` is filled in for the writer. */
export function MailLink({ email, subject }: { email: string; subject?: string }) {
  return <a href={mailHref(email, subject)}>{email}</a>;
}

export function mailHref(email: string, subject?: string): string {
  return subject ? `mailto:${email}?subject=${encodeURIComponent(subject)}` : `mailto:${email}`;
}
