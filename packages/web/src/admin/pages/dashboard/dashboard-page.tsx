import { AdminPage } from '../../shell/admin-page.tsx';
import { TakedownsCard } from '../takedowns/takedowns-card.tsx';
import { StatCards } from './stat-cards.tsx';

/** The specification's one page, in its order (section 2). */
export default function DashboardPage() {
  return (
    <AdminPage title="Admin Dashboard">
      <StatCards />
      <TakedownsCard />
    </AdminPage>
  );
}
