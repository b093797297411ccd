import { type CaseFilter, pageHref } from '@vesper/contract';
import { TextLink } from '@vesper/web/admin/ui/values.tsx';
import { useAddress } from '@vesper/web/data/address.ts';
import { CaseList } from '../cases/cases-page.tsx';

const STATES: Readonly<Record<string, CaseFilter>> = {
  pending: 'open',
  // Includes those restored or countered after an approval.
  approved: 'decided',
  denied: 'denied',
};

export default function TakedownsPage() {
  const { search } = useAddress();
  return (
    <CaseList
      title="DMCA requests"
      about={
        <>
          Copyright holders submit at{' '}
          <TextLink href={pageHref.dmcaSubmit()}>{pageHref.dmcaSubmit()}</TextLink>, and are promised a review
          within 24-48 hours.
        </>
      }
      first={{ kind: 'copyright', state: STATES[search.get('status') ?? ''] ?? 'all' }}
    />
  );
}
