import { Compass } from 'lucide-react';
import { MissingScreen } from './missing-screen.tsx';

export function NotFoundPage() {
  return (
    <MissingScreen
      icon={Compass}
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
    />
  );
}
