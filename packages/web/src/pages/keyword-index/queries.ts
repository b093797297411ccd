import type { KeywordIndex } from '@vesper/contract';
import type { PageQuery } from '../../data/answers.ts';
import { pageOf } from '../../shell/list-page.ts';
import type { QueryContext } from '../../shell/page.ts';

/** An invalid number is passed on, so that the call's error explains it. */
export function keywordIndexQuery({
  client,
  search,
}: Pick<QueryContext, 'client' | 'search'>): PageQuery<KeywordIndex> {
  const page = pageOf(search);
  return {
    queryKey: ['/api/keyword-index', { page }],
    queryFn: () => client.keywords.index({ page }),
  };
}
