import { Tags } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Library', label: 'Categories and tags', icon: Tags } satisfies PageLink;
