import type { Client, GonePage } from '@vesper/contract';
import type { PageQuery } from './answers.ts';
import { callFailureOf } from './call-failure.ts';

interface NamedPage {
  page: string;
  id?: string;
  lang?: string;
  slug?: string;
}

const NEVER: GonePage = { gone: false };

/** Whether a missing page used to exist, and why it is gone, if public. */
export async function wasThere(client: Client, { page, id, lang, slug = id }: NamedPage): Promise<GonePage> {
  if (!slug || (page !== 'video' && page !== 'category' && page !== 'keyword')) return NEVER;
  try {
    return await client.transparency.gone({ page, slug, ...(lang ? { lang } : {}) });
  } catch (error) {
    // An address that no page can have.
    if (callFailureOf(error)?.status === 400) return NEVER;
    throw error;
  }
}

export function goneQuery(client: Client, named: NamedPage): PageQuery<GonePage> {
  const { page, id, lang, slug = id } = named;
  return { queryKey: ['/api/gone', page, lang ?? '', slug], queryFn: () => wasThere(client, named) };
}
