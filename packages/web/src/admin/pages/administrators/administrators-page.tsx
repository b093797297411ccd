import { AdminPage } from '../../shell/admin-page.tsx';
import { AdministratorsCard } from './administrators-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export default function AdministratorsPage() {
  return (
    <AdminPage
      title="Administrators"
      about="Who may use the back office, where they are signed in, and how you sign in yourself."
    >
      <AdministratorsCard />
      <SessionsCard />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <SecondFactorCard />
        <PasswordCard />
      </div>
    </AdminPage>
  );
}
