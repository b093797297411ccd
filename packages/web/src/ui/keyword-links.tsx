import { type KeywordLink, pageHref } from '@vesper/contract';

interface KeywordLinksProps {
  links: readonly KeywordLink[] | undefined;
  className: string;
  /** Adds a link to the index. */
  hasIndex?: boolean;
}

export function KeywordLinks({ links, className, hasIndex = false }: KeywordLinksProps) {
  if (!links || links.length === 0) return null;
  return (
    <nav aria-label="More topics" className={className}>
      <ul className="labels">
        {links.map((link) => (
          <KeywordItem key={`${link.languageCode}/${link.slug}`} link={link} />
        ))}
        {hasIndex && (
          <li>
            <a href={pageHref.keywordIndex()} className="label">
              All topics
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

export function KeywordItem({ link: { keyword, languageCode, slug } }: { link: KeywordLink }) {
  return (
    <li>
      <a
        href={pageHref.keyword(languageCode, slug)}
        lang={languageCode === 'en' ? undefined : languageCode}
        className="label"
      >
        {keyword}
      </a>
    </li>
  );
}
