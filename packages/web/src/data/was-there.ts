import type { Client } from '@vesper/contract';
import { callFailureOf } from './call-failure.ts';

/** A page by its name, with what its address names. */
interface NamedPage {
  page: string;
  id?: string;
  lang?: string;
  slug?: string;
}

/** Whether a missing page was there before; its words are the same. */
export async function wasThere(client: Client, { page, id, lang, slug = id }: NamedPage): Promise<boolean> {
  if (!slug || (page !== 'video' && page !== 'category' && page !== 'keyword')) return false;
  try {
    return (await client.indexing.gone({ page, slug, ...(lang ? { lang } : {}) })).gone;
  } catch (error) {
    // An address that no page can have.
    if (callFailureOf(error)?.status === 400) return false;
    throw error;
  }
}
