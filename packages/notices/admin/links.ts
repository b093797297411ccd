import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Inbox, MailOpen, Scale } from 'lucide-react';

export default {
  cases: { group: 'Library', label: 'Notices', icon: Inbox, place: 70 },
  takedowns: { group: 'Library', label: 'DMCA requests', icon: Scale, place: 80 },
  mailTexts: { group: 'Library', label: 'Email templates', icon: MailOpen, place: 90 },
} satisfies PageLinks;
