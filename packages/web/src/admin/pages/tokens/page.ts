import { Ticket } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Access', label: 'Tokens', icon: Ticket } satisfies PageLink;
