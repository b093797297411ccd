import { type CaseFilter, pageHref } from '@vesper/contract';
import { useAddress } from '../../../data/address.ts';
import { CaseList } from '../cases/cases-page.tsx';

/** What `?status=` may say. */
const STATES: Readonly<Record<string, CaseFilter>> = {
  pending: 'open',
  approved: 'approved',
  denied: 'denied',
};

/** The copyright notices among all others. */
export default function TakedownsPage() {
  const { search } = useAddress();
  return (
    <CaseList
      title="DMCA requests"
      about={
        <>
          Copyright holders submit at{' '}
          <a className="text-primary-text hover:underline" href={pageHref.dmcaSubmit()}>
            {pageHref.dmcaSubmit()}
          </a>
          , and are promised a review within 24-48 hours.
        </>
      }
      first={{ kind: 'copyright', state: STATES[search.get('status') ?? ''] ?? 'all' }}
    />
  );
}
