import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { FileClock, KeyRound, Ticket, Users } from 'lucide-react';

export default {
  administrators: { group: 'Access', label: 'Administrators', icon: Users, place: 230, needs: [] },
  tokens: { group: 'Access', label: 'Tokens', icon: Ticket, place: 240, needs: [] },
  api: { group: 'Access', label: 'API', icon: KeyRound, place: 250, needs: [] },
  audit: { group: 'Access', label: 'Audit log', icon: FileClock, place: 260, needs: ['owners'] },
} satisfies PageLinks;
