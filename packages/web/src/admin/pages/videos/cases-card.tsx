import type { ManagedVideoDetails } from '@vesper/contract';
import { Inbox } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { CaseLinks } from '../cases/case-links.tsx';

/** The notices about a video, of any kind. Hidden if there are none. */
export function CasesCard({ video: { cases } }: { video: ManagedVideoDetails }) {
  if (cases.length === 0) return null;
  return (
    <Card title="Notices about it" icon={Inbox}>
      <CaseLinks cases={cases} />
    </Card>
  );
}
