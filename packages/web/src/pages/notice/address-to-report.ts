import type { PageSearch } from '@vesper/contract';

/** `?url=` of a 'Report' link as an absolute address, if it is one of this site. */
export function addressToReport(search: PageSearch, origin: string): string {
  const given = search.get('url') ?? '';
  if (given === '' || !URL.canParse(given, origin)) return '';
  const url = new URL(given, origin);
  return url.origin === origin ? url.href : '';
}
