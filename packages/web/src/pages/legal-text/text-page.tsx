import { pageHref } from '@vesper/contract';
import { ChevronDown } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useDomainConfig } from '../../data/client-context.tsx';
import type { Page } from '../../shell/page.ts';
import type { TextDescription } from './describe-text.ts';
import { type LegalFacts, lastUpdated, legalFacts } from './legal-facts.ts';
import { LegalNav } from './legal-nav.tsx';

export interface Text {
  path: string;
  title: string;
  description: (site: string) => string;
  lead: (site: string) => string;
  /** In the markup of `RunningText`; each card begins with a line such as `## Contact Us {#contact}`. */
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

const LINKS: Record<string, string> = {
  'Terms of Service': pageHref.terms(),
  'Privacy Policy': pageHref.privacyPolicy(),
  'DMCA Policy': pageHref.dmca(),
  'DMCA takedown form': pageHref.dmcaSubmit(),
  'Submit a DMCA takedown request': pageHref.dmcaSubmit(),
  'report form': pageHref.dmcaSubmit(),
  'the report form': pageHref.dmcaSubmit(),
  'report it': pageHref.report(),
  'counter-notice form': pageHref.reportForm('counter-notice'),
  Contact: pageHref.contact(),
};

/** What a paragraph `{name}` shows. */
type Blocks = Readonly<Record<string, ComponentType<LegalFacts>>>;

interface RunningTextProps {
  text: string;
  facts: LegalFacts;
  blocks?: Blocks | undefined;
}

/**
 * Paragraphs, `### ` headings and lists (`- ` or `1. `), separated by empty lines. In them, `**` marks strong
 * text, `|` code, `[name]` a link, `{site}` a fact, and `{email: Subject}` a link to write to.
 */
export function RunningText({ text, facts, blocks = {} }: RunningTextProps) {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const Own = blocks[block.slice(1, -1)];
      if (Own) return <Own key={block} {...facts} />;
      if (block.startsWith('### ')) return <h3 key={block}>{block.slice(4)}</h3>;
      const [, ...items] = block.split(/^(?:- |1\. )/m);
      if (items.length === 0) return <p key={block}>{inline(block, facts)}</p>;
      const List = block.startsWith('-') ? 'ul' : 'ol';
      return (
        <List key={block}>
          {items.map((item) => (
            <li key={item}>{inline(item, facts)}</li>
          ))}
        </List>
      );
    });
}

function inline(text: string, facts: LegalFacts): ReactNode[] {
  const pieces = text
    .trim()
    .replace(/\s+/g, ' ')
    .split(/(\*\*.+?\*\*|\|.+?\||\[.+?\]|\{.+?\})/);
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no names and do not move.
  return pieces.map((piece, at) => <Piece key={at} {...{ piece, facts }} />);
}

function Piece({ piece, facts }: { piece: string; facts: LegalFacts }) {
  if (piece.startsWith('**')) return <strong>{inline(piece.slice(2, -2), facts)}</strong>;
  const inner = piece.slice(1, -1);
  if (piece.startsWith('|')) return <code>{inner}</code>;
  if (piece.startsWith('[')) return <a href={LINKS[inner]}>{inner}</a>;
  if (!piece.startsWith('{')) return piece;
  const [fact, subject] = inner.split(': ');
  if (fact === 'email') return <MailLink email={facts.email} {...{ subject }} />;
  return { site: facts.site, operator: facts.operator, law: facts.law, fee: facts.agent.feeUsd }[fact ?? ''];
}

interface MailLinkProps {
  email: string;
  subject?: string | undefined;
  children?: ReactNode;
  className?: string;
}

export function MailLink({ email, subject, children, className }: MailLinkProps) {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  return (
    <a href={`mailto:${email}${query}`} className={className}>
      {children}
      {email}
    </a>
  );
}
