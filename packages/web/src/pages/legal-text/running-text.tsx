import { pageHref } from '@vesper/contract';
import type { ComponentType, ReactNode } from 'react';
import type { LegalFacts } from './legal-facts.ts';

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
export type Blocks = Readonly<Record<string, ComponentType<LegalFacts>>>;

interface RunningTextProps {
  text: string;
  facts: LegalFacts;
  blocks?: Blocks | undefined;
}

/**
 * Paragraphs, `### ` headings and lists (`- ` or `1. `), parted by empty lines. In them, `**` marks what is strong, `|` code,
 * `[name]` a link, `{site}` a fact, and `{email: Subject}` a link to write to.
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
