import { Compass } from 'lucide-react';
import { newestVideosQuery } from '../../data/catalogue-queries.ts';
import type { Page } from '../../shell/page.ts';
import { MissingScreen } from './missing-screen.tsx';

export const page: Page = {
  queries: ({ client }) => [newestVideosQuery(client)],
  loadDescribe: async () => (await import('./describe.ts')).describeNotFound,
  Component: NotFoundPage,
};

function NotFoundPage() {
  return (
    <MissingScreen
      icon={Compass}
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
    />
  );
}
