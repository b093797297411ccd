import { Compass } from 'lucide-react';
import { HomeLink, StateScreen } from '../../ui/state-screen.tsx';

export function NotFoundPage() {
  return (
    <StateScreen
      icon={Compass}
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
      action={<HomeLink />}
    />
  );
}
