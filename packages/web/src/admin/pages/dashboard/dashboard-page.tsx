import { AdminPage } from '../../shell/admin-page.tsx';
import { TakedownsCard } from '../takedowns/takedowns-card.tsx';

export default function DashboardPage() {
  return (
    <AdminPage title="Admin Dashboard">
      <TakedownsCard />
    </AdminPage>
  );
}
