import type { PageSearch } from '@vesper/contract';
import { useContext } from 'react';
import { ServerAddressContext } from '../../data/address.ts';
import { addressToReport } from './address-to-report.ts';

/** The address that a page's 'Report' link names, absolute; '' without one. */
export function useReported(search: PageSearch): string {
  const server = useContext(ServerAddressContext);
  return addressToReport(search, server?.origin ?? location.origin);
}
