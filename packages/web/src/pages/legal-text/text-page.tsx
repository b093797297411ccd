import { pageHref } from '@vesper/contract';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDomainConfig } from '../../data/client-context.tsx';
import type { Page } from '../../shell/page.ts';
import type { TextDescription } from './describe-text.ts';
import { lastUpdated, legalFacts } from './legal-facts.ts';
import { LegalNav } from './legal-nav.tsx';
import { type Blocks, RunningText } from './running-text.tsx';

export interface Text {
  path: string;
  title: string;
  description: (site: string) => string;
  lead: (site: string) => string;
  /** In the marks of `RunningText`; each card begins with a line such as `## Contact Us {#contact}`. */
  text: string;
  blocks?: Blocks;
  isDated?: boolean;
  /** Shown above the first card. */
  action?: ReactNode;
}

export function textPage(text: Text): Page {
  return {
    loadDescribe: loadDescribeText(text),
    Component: TextPage.bind(null, text),
  };
}

export function loadDescribeText(text: TextDescription): Page['loadDescribe'] {
  return async () => (await import('./describe-text.ts')).describeText(text);
}

export function TextPage({ path, title, lead, text, blocks, isDated = false, action }: Text) {
  const { config } = useDomainConfig();
  const facts = legalFacts(config);
  const sections = sectionsOf(text);
  return (
    <div className="wide text-page pt-7 md:pt-10">
      <div className="mx-auto max-w-6xl lg:grid lg:grid-cols-[minmax(0,48rem)_minmax(0,1fr)] lg:gap-x-12">
        <header className="lg:col-span-2">
          <TextTrail title={title} />
          <h1 className="mt-2 text-2xl font-bold tracking-tight text-balance sm:text-3xl">{title}</h1>
          {isDated && (
            // A cached page may be read after midnight.
            <p className="mt-1 text-sm text-muted" suppressHydrationWarning>
              {`Last Updated: ${lastUpdated(config)}`}
            </p>
          )}
          <p className="mt-3 max-w-[46rem] leading-relaxed text-pretty text-muted">{lead(facts.site)}</p>
          {action} <LegalNav current={path} />
        </header>
        <Contents sections={sections} />
        <div className="mt-6 grid min-w-0 gap-4 lg:col-start-1 lg:row-start-2 lg:mt-8">
          {sections.map(({ id, heading, body }) => (
            <TextCard key={id} id={id} title={heading}>
              <RunningText text={body} {...{ facts, blocks }} />
            </TextCard>
          ))}
        </div>
      </div>
    </div>
  );
}

interface TextSection {
  id: string;
  heading: string;
  body: string;
}

function sectionsOf(text: string): TextSection[] {
  const [, ...parts] = text.split(/^## (.+) \{#(.+)\}$/m);
  return parts.flatMap((heading, at) =>
    at % 3 === 0 ? [{ heading, id: parts[at + 1] ?? '', body: parts[at + 2] ?? '' }] : [],
  );
}

export function TextTrail({ title }: { title: string }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-muted">
      <a href={pageHref.home()} className="inline-flex min-h-8 items-center hover:text-text hover:underline">
        Home
      </a>
      <span aria-hidden className="px-2">
        /
      </span>
      <span aria-current="page">{title}</span>
    </nav>
  );
}

export function TextCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-18 rounded-xl border border-line bg-panel p-5 sm:p-7"
    >
      <h2 id={`${id}-title`} className="text-lg font-semibold tracking-tight text-balance sm:text-xl">
        {title}
      </h2>
      <div className="text-body mt-3">{children}</div>
    </section>
  );
}

/** Collapsed on phones, open beside the text on wide screens. */
function Contents({ sections }: { sections: readonly TextSection[] }) {
  return (
    <div className="mt-6 print:hidden lg:col-start-2 lg:row-start-2 lg:mt-8">
      <details className="group rounded-xl border border-line lg:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between rounded-xl px-4 text-sm font-semibold hover:bg-panel [&::-webkit-details-marker]:hidden">
          On this page
          <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <nav aria-label="On this page" className="px-4 pb-3">
          <ContentsList sections={sections} />
        </nav>
      </details>
      <nav aria-labelledby="contents-title" className="sticky top-20 max-lg:hidden">
        <p id="contents-title" className="text-sm font-semibold">
          On this page
        </p>
        <div className="mt-2 border-l border-line pl-4">
          <ContentsList sections={sections} />
        </div>
      </nav>
    </div>
  );
}

function ContentsList({ sections }: { sections: readonly TextSection[] }) {
  return (
    <ol>
      {sections.map(({ id, heading }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center py-1 text-sm leading-snug text-muted hover:text-text hover:underline lg:min-h-8"
          >
            {heading}
          </a>
        </li>
      ))}
    </ol>
  );
}
