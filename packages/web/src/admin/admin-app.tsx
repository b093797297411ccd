import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Client } from '@vesper/contract';
import { useEffect } from 'react';
import { ClientProvider } from '../data/client-context.tsx';
import { loadToaster, ToastPlace } from '../ui/toast-place.tsx';
import { TooltipPlace } from '../ui/tooltip-place.tsx';
import { AdminRouter } from './admin-router.tsx';
import { LiveUpdates } from './data/live-updates.tsx';
import { PasswordDialog } from './ui/dialog/password-dialog.tsx';

export function AdminApp({ client, cache }: { client: Client; cache: QueryClient }) {
  // Bundled, not loaded on demand: a toast is most needed when the server is out of reach.
  useEffect(() => void loadToaster(), []);
  return (
    <QueryClientProvider client={cache}>
      <ClientProvider client={client}>
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-primary focus:px-4 focus:py-3 focus:text-sm focus:font-semibold focus:text-on-primary"
        >
          Skip to main content
        </a>
        <LiveUpdates />
        <AdminRouter />
        <PasswordDialog />
        <ToastPlace />
        <TooltipPlace />
      </ClientProvider>
    </QueryClientProvider>
  );
}
