import { pageHref } from '@vesper/contract';
import { ChevronDown, Mail } from 'lucide-react';
import { useDomainConfig } from '../../data/client-context.tsx';
import type { Page } from '../../shell/page.ts';
import { type LegalFacts, legalFacts } from '../legal-text/legal-facts.ts';
import { LegalNav } from '../legal-text/legal-nav.tsx';
import { MailLink, RunningText, TextTrail } from '../legal-text/text-page.tsx';
import { QUESTIONS, type Question } from './questions.ts';

export const page: Page = {
  loadDescribe: async () => (await import('./describe.ts')).describeHelp,
  Component: HelpPage,
};

function HelpPage() {
  const { config } = useDomainConfig();
  return (
    <div className="wide text-page pt-7 md:pt-10">
      <div className="mx-auto max-w-3xl">
        <TextTrail title="Help Center" />
        <h1 className="mt-2 text-2xl font-bold tracking-tight sm:text-3xl">Help Center</h1>
        <p className="mt-3 leading-relaxed text-pretty text-muted">
          {`Answers to the most common questions about ${config.siteName}.`}
        </p>
        <LegalNav current={pageHref.help()} />
        <section aria-labelledby="faq-title" className="mt-8">
          <h2 id="faq-title" className="text-lg font-semibold tracking-tight sm:text-xl">
            Frequently Asked Questions
          </h2>
          <div className="mt-4 grid gap-2">
            {QUESTIONS.map((question) => (
              <FoldedAnswer key={question.id} question={question} site={config.siteName} />
            ))}
          </div>
        </section>
        <Support facts={legalFacts(config)} />
      </div>
    </div>
  );
}

/** The browser keeps only one per name open. */
function FoldedAnswer({
  question: { id, question, answer, link },
  site,
}: {
  question: Question;
  site: string;
}) {
  return (
    <details id={id} name="faq" className="group scroll-mt-18 rounded-xl border border-line bg-panel">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 rounded-xl px-4 py-3 hover:bg-raised sm:px-5 [&::-webkit-details-marker]:hidden">
        <h3 className="font-medium text-pretty">{question}</h3>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180 print:hidden"
        />
      </summary>
      <div className="text-body px-4 pt-1 pb-5 sm:px-5">
        {answer(site).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {link && (
          <p>
            <a href={link.href}>{link.text}</a>
          </p>
        )}
      </div>
    </details>
  );
}

const SUPPORT = `
Write to our support team; we answer within 24-48 hours. The [Contact] page has more ways to reach us. If something
should not be here, [report it].`;

function Support({ facts }: { facts: LegalFacts }) {
  return (
    <section className="mt-8 rounded-xl border border-line bg-panel p-5 text-center sm:p-7">
      <h2 className="text-lg font-semibold tracking-tight sm:text-xl">Still need help?</h2>
      <div className="text-body mx-auto mt-2">
        <RunningText text={SUPPORT} {...{ facts }} />
      </div>
      <MailLink
        email={facts.email}
        subject="Help"
        className="button primary primary-hover mt-5 max-w-full py-2 wrap-anywhere"
      >
        <Mail aria-hidden className="size-4 shrink-0" />
      </MailLink>
    </section>
  );
}
