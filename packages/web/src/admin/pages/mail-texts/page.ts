import { MailOpen } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Library', label: 'Mail texts', icon: MailOpen } satisfies PageLink;
