import { FolderInput } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Intake', label: 'Moved in', icon: FolderInput } satisfies PageLink;
