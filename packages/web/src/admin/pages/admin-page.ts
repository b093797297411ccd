import type { AdminPageName } from '@vesper/contract';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/** What every page of the back office is given: the values of its address. */
export interface AdminPageProps {
  params: Readonly<Record<string, string>>;
}

export type LoadPage = () => Promise<{ default: ComponentType<AdminPageProps> }>;

/** What the `page.ts` of a folder says about its pages. */
export interface AdminPage {
  /** In the navigation; it leads to the first of the pages. */
  link?: {
    group: 'Overview' | 'Library' | 'Intake' | 'Words' | 'Site' | 'Access';
    label: string;
    icon: LucideIcon;
  };
  load: Partial<Record<AdminPageName, LoadPage>>;
}

export function adminPage(page: AdminPage): AdminPage {
  return page;
}
