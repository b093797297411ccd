import type { SecondFactor } from '@vesper/contract';
import { useState } from 'react';
import { callFailureOf } from '../../../data/call-failure.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import type { Finishing } from './finishing.ts';
import { PasskeyStep } from './passkey-step.tsx';
import { LOGIN_FAILED, LOGIN_SUCCESSFUL } from './password-step.tsx';

interface SecondStepProps {
  wanted: readonly SecondFactor[];
  isDone: boolean;
  onDone: () => void;
  onStartAgain: () => void;
}

/** The second factor, asked for after the password. */
export function SecondStep({ wanted, isDone, onDone, onStartAgain }: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(!wanted.includes('totp') && !wanted.includes('passkey'));
  const finishing = { isDone, onDone, onFailure: (error: unknown) => startAgainIfOver(error, onStartAgain) };
  return (
    <div className="flex flex-col gap-4">
      {wanted.length === 0 && (
        <p className="text-sm text-pretty">
          Your passkeys belong to another address of this site, and you have no other second factor. Open the
          back office at that address.
        </p>
      )}
      {!isRecovery && wanted.includes('passkey') && <PasskeyStep {...finishing} />}
      {!isRecovery && wanted.includes('totp') && <TotpStep {...finishing} />}
      {isRecovery && wanted.includes('recovery') && <RecoveryStep {...finishing} />}
      <div className="flex flex-wrap justify-between gap-2">
        {wanted.includes('recovery') && wanted.length > 1 && (
          <Button look="plain" size="small" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? 'Back' : 'Use a recovery code'}
          </Button>
        )}
        <Button look="plain" size="small" onClick={onStartAgain}>
          Start again
        </Button>
      </div>
    </div>
  );
}

function TotpStep({ isDone, onDone, onFailure }: Finishing) {
  const { run, isRunning } = useAdminMutation({
    run: (client, code: string) => client.admin.loginTotp({ code }),
    failure: 'The code could not be checked.',
    failureTitle: LOGIN_FAILED,
    success: () => LOGIN_SUCCESSFUL,
    onDone,
    onFailure,
  });
  return (
    <CodeForm
      label="Code from your authenticator app"
      hint="Six digits."
      action="Continue"
      isBusy={isRunning || isDone}
      onCode={run}
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
}

function RecoveryStep({ isDone, onDone, onFailure }: Finishing) {
  const { run, isRunning } = useAdminMutation({
    run: (client, code: string) => client.admin.loginRecovery({ code }),
    failure: 'The code could not be checked.',
    failureTitle: LOGIN_FAILED,
    success: () => LOGIN_SUCCESSFUL,
    onDone,
    onFailure,
  });
  return (
    <CodeForm
      label="Recovery code"
      hint="One of the codes that you saved. Each works once."
      action="Continue"
      isBusy={isRunning || isDone}
      onCode={run}
      autoComplete="off"
    />
  );
}

/** After five minutes the password is needed again; the toast says why. */
function startAgainIfOver(error: unknown, onStartAgain: () => void): boolean {
  if (callFailureOf(error)?.status === 410) onStartAgain();
  return false;
}
