import { type KeywordIndex, pageHref } from '@vesper/contract';
import { Compass } from 'lucide-react';
import { useClient } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import type { Page, PageAddress } from '../../shell/page.ts';
import { FailureScreen } from '../../ui/failure-screen.tsx';
import { countText } from '../../ui/format.ts';
import { KeywordItem } from '../../ui/keyword-links.tsx';
import { NoSuchPage } from '../../ui/no-such-page.tsx';
import { HomeLink, StateScreen } from '../../ui/state-screen.tsx';
import { keywordIndexQuery } from './queries.ts';

export const page: Page = {
  queries: (context) => [keywordIndexQuery(context)],
  loadDescribe: async () => (await import('./describe.ts')).describeKeywordIndex,
  Component: KeywordIndexPage,
};

const hrefOf = (page: number) => pageHref.keywordIndex({ page });

function KeywordIndexPage({ search }: PageAddress) {
  const { data, error } = useAnswer(keywordIndexQuery({ client: useClient(), search }));
  if (error) return <FailureScreen error={error} />;
  return (
    <div className="wide pt-7 md:pt-10">
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">All Topics</h1>
      {data ? <Topics index={data} /> : <Skeleton />}
    </div>
  );
}

function Topics({ index }: { index: KeywordIndex }) {
  const { links, page, totalPages, total } = index;
  if (total === 0)
    return <StateScreen level={2} icon={Compass} title="No topics yet" action={<HomeLink />} />;
  return (
    <>
      <p className="mt-2 text-sm text-muted tabular-nums">{countText(total, 'topic')}</p>
      {links.length === 0 && <NoSuchPage pages={index} hrefOf={hrefOf} />}
      <ul className="labels mt-6">
        {links.map((link) => (
          <KeywordItem key={`${link.languageCode}/${link.slug}`} link={link} />
        ))}
      </ul>
      {totalPages > 1 && <AllPages page={page} totalPages={totalPages} />}
    </>
  );
}

/** Search engines must not need a third link for any page. */
function AllPages({ page, totalPages }: { page: number; totalPages: number }) {
  return (
    <nav aria-label="Pagination" className="steps flex-wrap">
      {Array.from({ length: totalPages }, (_, index) => index + 1).map((number) => (
        <a
          key={number}
          href={hrefOf(number)}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </a>
      ))}
    </nav>
  );
}

function Skeleton() {
  return (
    <div aria-hidden>
      <div className="skeleton mt-2 h-5 w-24 rounded-sm" />
      <div className="skeleton mt-6 h-64 rounded-xl" />
    </div>
  );
}
