import type { Client } from '@vesper/contract';
import type { PageQuery } from '../../data/answers.ts';
import { callFailureOf } from '../../data/call-failure.ts';
import { type ListedKeyword, listedKeyword } from '../../data/listed-videos.ts';
import { pageOf } from '../../shell/list-page.ts';
import type { QueryContext } from '../../shell/page.ts';

/** The call would refuse more. */
const MAX_LANG = 35;
const MAX_SLUG = 200;

export function keywordQuery({ client, params, search }: QueryContext): PageQuery<ListedKeyword | null> {
  const { lang = '', slug = '' } = params;
  const page = pageOf(search);
  return {
    queryKey: ['/api/keywords', lang, slug, { page }],
    queryFn: () => getKeyword(client, { lang, slug, page }),
  };
}

async function getKeyword(
  client: Client,
  input: { lang: string; slug: string; page: number | string },
): Promise<ListedKeyword | null> {
  if (input.lang.length > MAX_LANG || input.slug.length > MAX_SLUG) return null;
  try {
    return listedKeyword(await client.keywords.get(input));
  } catch (error) {
    const status = callFailureOf(error)?.status;
    if (status === 404 || status === 410) return null;
    throw error;
  }
}
