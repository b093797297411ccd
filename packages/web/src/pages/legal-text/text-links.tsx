import { pageHref } from '@vesper/contract';
import type { ReactNode } from 'react';

/** The links between the legal pages; each has one name everywhere. */
export function TermsLink() {
  return <a href={pageHref.terms()}>Terms of Service</a>;
}

export function PrivacyLink() {
  return <a href={pageHref.privacyPolicy()}>Privacy Policy</a>;
}

export function DmcaLink() {
  return <a href={pageHref.dmca()}>DMCA Policy</a>;
}

export function DmcaFormLink({ children = 'DMCA takedown form' }: { children?: ReactNode }) {
  return <a href={pageHref.dmcaSubmit()}>{children}</a>;
}

export function CounterNoticeLink() {
  return <a href={pageHref.reportForm('counter-notice')}>counter-notice form</a>;
}

export function ContactLink() {
  return <a href={pageHref.contact()}>Contact</a>;
}

/** The address itself as a link; `subject` is filled in for the writer. */
export function MailLink({ email, subject }: { email: string; subject?: string }) {
  return <a href={mailHref(email, subject)}>{email}</a>;
}

export function mailHref(email: string, subject?: string): string {
  return subject ? `mailto:${email}?subject=${encodeURIComponent(subject)}` : `mailto:${email}`;
}
