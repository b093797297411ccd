import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Inbox, MailOpen, Scale } from 'lucide-react';

export default {
  cases: { group: 'Library', label: 'Notices', icon: Inbox, place: 70, needs: ['takedowns'] },
  takedowns: { group: 'Library', label: 'DMCA requests', icon: Scale, place: 80, needs: ['takedowns'] },
  mailTexts: {
    group: 'Library',
    label: 'Email templates',
    icon: MailOpen,
    place: 90,
    needs: ['takedowns', 'site', 'words'],
  },
} satisfies PageLinks;
