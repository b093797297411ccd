import type { PageSearch } from '@vesper/contract';
import { useContext } from 'react';
import { ServerAddressContext } from '../../data/address.ts';

/** `?url=` as an absolute address of this site; '' without one. */
export function useReported(search: PageSearch): string {
  const origin = useContext(ServerAddressContext)?.origin ?? location.origin;
  const given = search.get('url') ?? '';
  if (given === '' || !URL.canParse(given, origin)) return '';
  const url = new URL(given, origin);
  return url.origin === origin ? url.href : '';
}
