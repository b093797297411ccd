import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';

export default function UploadsPage() {
  return (
    <AdminPage title="Uploads" about="Films from this computer.">
      <Card title="Files">Films that have arrived are listed here.</Card>
    </AdminPage>
  );
}
