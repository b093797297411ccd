import { pageHref } from '@vesper/contract';
import { Briefcase, Flag, type LucideIcon, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDomainConfig } from '../../data/client-context.tsx';
import type { Page } from '../../shell/page.ts';
import { legalFacts } from '../legal-text/legal-facts.ts';
import { LegalNav } from '../legal-text/legal-nav.tsx';
import { loadDescribeText, MailLink, RunningText, TextCard, TextTrail } from '../legal-text/text-page.tsx';

export const page: Page = {
  loadDescribe: loadDescribeText({
    path: pageHref.contact(),
    title: 'Contact Us',
    description: (site) =>
      `How to reach ${site}: general and business inquiries, and reports of content. Answers within 24-48 hours.`,
  }),
  Component: ContactPage,
};

const RESPONSE = `
We respond within **24-48 hours**. For urgent matters, please put **URGENT** in the subject: {email: URGENT}

Copyright holders get the fastest answer by the [DMCA takedown form].`;

function ContactPage() {
  const { config } = useDomainConfig();
  const email = config.contactEmail;
  return (
    <div className="wide text-page pt-7 md:pt-10">
      <div className="mx-auto max-w-6xl">
        <TextTrail title="Contact Us" />
        <h1 className="mt-2 text-2xl font-bold tracking-tight sm:text-3xl">Contact Us</h1>
        <p className="mt-3 max-w-[46rem] leading-relaxed text-pretty text-muted">
          {`The people behind ${config.siteName} read every message. Choose what yours is about, and we will answer by e-mail.`}
        </p>
        <LegalNav current={pageHref.contact()} />
        <div className="mt-8 grid gap-4 md:grid-cols-3">
          <ContactCard icon={Mail} title="General Inquiries" email={email} subject="General inquiry">
            Questions, suggestions, a video that does not play, or just a kind word.
          </ContactCard>
          <ContactCard icon={Briefcase} title="Business Inquiries" email={email} subject="Business inquiry">
            Partnerships, content sources, licensing and press.
          </ContactCard>
          <ContactCard icon={Flag} title="Report Content" email={email} subject="Content report">
            Anything illegal, harmful or against our terms. Please include the address of the page.
          </ContactCard>
        </div>
        <div className="mt-4 grid gap-4 md:grid-cols-2">
          <TextCard id="response" title="Response Time">
            <RunningText text={RESPONSE} facts={legalFacts(config)} />
          </TextCard>
          <TextCard id="help" title="Quick Answers">
            <p>
              Many questions are answered already: how the site works, where its videos come from, and more.
            </p>
            <a href={pageHref.help()} className="button quiet">
              Visit the Help Center
            </a>
          </TextCard>
        </div>
      </div>
    </div>
  );
}

interface ContactCardProps {
  icon: LucideIcon;
  title: string;
  email: string;
  subject: string;
  children: ReactNode;
}

function ContactCard({ icon: Icon, title, email, subject, children }: ContactCardProps) {
  return (
    <section className="flex flex-col items-start rounded-xl border border-line bg-panel p-5 sm:p-6">
      <span aria-hidden className="grid size-10 place-items-center rounded-lg bg-raised text-primary-text">
        <Icon className="size-5" strokeWidth={1.75} />
      </span>
      <h2 className="mt-4 text-lg font-semibold tracking-tight">{title}</h2>
      <p className="mt-1 flex-1 text-sm leading-relaxed text-pretty text-muted">{children}</p>
      <MailLink
        {...{ email, subject }}
        className="mt-3 inline-flex min-h-11 max-w-full items-center font-medium wrap-anywhere text-primary-text underline underline-offset-2"
      />
    </section>
  );
}
