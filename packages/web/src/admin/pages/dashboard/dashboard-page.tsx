import { AdminPage } from '../../shell/admin-page.tsx';

export default function DashboardPage() {
  return (
    <AdminPage title="Admin Dashboard">
      <p className="text-sm text-muted">Choose a page.</p>
    </AdminPage>
  );
}
