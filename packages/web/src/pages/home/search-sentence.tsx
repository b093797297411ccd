import { pageHref, type SearchSaid } from '@vesper/contract';
import type { Browse } from '../../ui/filter/browse.ts';

interface SearchSentenceProps {
  browse: Browse;
  said: SearchSaid | undefined;
}

const link =
  'inline-block py-1 font-medium text-text underline decoration-line underline-offset-4 wrap-anywhere';

/** Also for screen readers. */
export function SearchSentence({ browse, said }: SearchSentenceProps) {
  const { searchedInstead, didYouMean } = said ?? {};
  return (
    <p role="status" className="mb-4 text-sm text-muted empty:hidden">
      {searchedInstead && (
        <>
          {'Showing results for '}
          <b dir="auto" className="text-text wrap-anywhere">
            {searchedInstead}
          </b>
          {'. Search instead for '}
          <a href={pageHref.home({ ...browse, exact: '1' })} rel="nofollow" dir="auto" className={link}>
            {browse.search}
          </a>
          .
        </>
      )}
      {didYouMean && (
        <>
          {'Did you mean '}
          <a
            href={pageHref.home({ ...browse, search: didYouMean, exact: undefined })}
            rel="nofollow"
            dir="auto"
            className={link}
          >
            {didYouMean}
          </a>
          ?
        </>
      )}
    </p>
  );
}
