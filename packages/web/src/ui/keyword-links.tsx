import { type KeywordLink, pageHref } from '@vesper/contract';

/** Links to pages of keywords, each in its language. */
export function KeywordLinks({
  links,
  className,
}: {
  links: readonly KeywordLink[] | undefined;
  className: string;
}) {
  if (!links || links.length === 0) return null;
  return (
    <nav aria-label="More topics" className={className}>
      <ul className="labels">
        {links.map(({ keyword, languageCode, slug }) => (
          <li key={`${languageCode}/${slug}`}>
            <a
              href={pageHref.keyword(languageCode, slug)}
              lang={languageCode === 'en' ? undefined : languageCode}
              className="label"
            >
              {keyword}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
