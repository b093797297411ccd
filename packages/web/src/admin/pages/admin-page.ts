import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/** What every page of the back office is given: the values of its address. */
export interface AdminPageProps {
  params: Readonly<Record<string, string>>;
}

export type LoadPage = () => Promise<{ default: ComponentType<AdminPageProps> }>;

/** A folder's `page.ts`: its link in the navigation, which leads to the page of the folder's name. */
export interface PageLink {
  group: 'Overview' | 'Library' | 'Intake' | 'Words' | 'Site' | 'Access';
  label: string;
  icon: LucideIcon;
}
