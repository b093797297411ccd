import { startAuthentication } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { canUsePasskeys, PASSKEYS_NEED } from '../../data/passkey-support.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import type { Finishing } from './finishing.ts';
import { LOGIN_FAILED, LOGIN_SUCCESSFUL } from './password-step.tsx';

export function PasskeyStep({ isDone, onDone, onFailure }: Finishing) {
  const { run, isRunning } = useAdminMutation({
    run: async (client) => {
      const optionsJSON = await client.admin.passkeyRequest();
      return client.admin.loginPasskey(await startAuthentication({ optionsJSON }));
    },
    failure: "No passkey was used: the browser's prompt was closed or timed out.",
    failureTitle: LOGIN_FAILED,
    success: () => LOGIN_SUCCESSFUL,
    onDone,
    onFailure,
  });
  if (!canUsePasskeys()) return <p className="text-sm text-pretty text-muted">{PASSKEYS_NEED}</p>;
  return (
    <Button icon={KeyRound} isBusy={isRunning || isDone} onClick={() => void run()}>
      Use a passkey
    </Button>
  );
}
