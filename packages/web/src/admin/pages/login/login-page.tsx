import { useQueryClient } from '@tanstack/react-query';
import { adminHref, type SecondFactor } from '@vesper/contract';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { CHECK_KEY } from '../../data/session.ts';
import { PasswordStep } from './password-step.tsx';
import { SecondStep } from './second-step.tsx';

/** Between success and the dashboard. */
const REDIRECT_MS = 250;

export default function LoginPage() {
  const cache = useQueryClient();
  const [wanted, setWanted] = useState<readonly SecondFactor[]>();
  const [isDone, setDone] = useState(false);
  const finish = () => {
    setDone(true);
    cache.setQueryData(CHECK_KEY, { isAdmin: true });
    setTimeout(() => navigate(adminHref('dashboard')), REDIRECT_MS);
  };
  return (
    <main id="main" className="grid flex-1 place-items-center px-4 py-12">
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-2xl border border-line bg-panel p-6">
        <h1 className="flex items-center gap-2 text-xl font-bold">
          <LockKeyhole aria-hidden className="size-5 text-muted" />
          {wanted ? 'Second step' : 'Admin Login'}
        </h1>
        {wanted ? (
          <SecondStep {...{ wanted, isDone, onDone: finish }} onStartAgain={() => setWanted(undefined)} />
        ) : (
          <PasswordStep {...{ isDone, onDone: finish, onSecondFactor: setWanted }} />
        )}
      </div>
    </main>
  );
}
