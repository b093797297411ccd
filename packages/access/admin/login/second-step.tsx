import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import type { Client, SecondFactor } from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { TextField } from '@vesper/web/admin/ui/form.tsx';
import { callFailureOf } from '@vesper/web/data/call-failure.ts';
import { KeyRound } from 'lucide-react';
import { type ComponentProps, type FormEvent, type InputHTMLAttributes, useState } from 'react';

export const LOGIN_FAILED = 'Login Failed';
export const LOGIN_SUCCESSFUL = { title: 'Login successful' };

interface Finishing {
  isDone: boolean;
  onDone: () => void;
  /** Returns true if it has handled the failure. */
  onFailure: (error: unknown) => boolean;
}

interface SecondStepProps {
  wanted: readonly SecondFactor[];
  isDone: boolean;
  onDone: () => void;
  onStartAgain: () => void;
}

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
      {!isRecovery && wanted.includes('totp') && (
        <CodeStep
          {...finishing}
          send={(client, code) => client.admin.loginTotp({ code })}
          label="Code from your authenticator app"
          hint="Six digits."
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      {isRecovery && wanted.includes('recovery') && (
        <CodeStep
          {...finishing}
          send={(client, code) => client.admin.loginRecovery({ code })}
          label="Recovery code"
          hint="One of the codes that you saved. Each works once."
          autoComplete="off"
        />
      )}
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

function PasskeyStep({ isDone, onDone, onFailure }: Finishing) {
  if (!canUsePasskeys()) return <p className="text-sm text-pretty text-muted">{PASSKEYS_NEED}</p>;
  return (
    <ActButton
      word="Use a passkey"
      icon={KeyRound}
      disabled={isDone}
      run={async (client) => {
        const optionsJSON = await client.admin.passkeyRequest();
        return client.admin.loginPasskey(await startAuthentication({ optionsJSON }));
      }}
      failure="No passkey was used: the browser's prompt was closed or timed out."
      failureTitle={LOGIN_FAILED}
      success={() => LOGIN_SUCCESSFUL}
      {...{ onDone, onFailure }}
    />
  );
}

interface CodeStepProps
  extends Finishing,
    Omit<ComponentProps<typeof CodeForm>, 'action' | 'isBusy' | 'onCode'> {
  send: (client: Client, code: string) => Promise<unknown>;
}

function CodeStep({ isDone, onDone, onFailure, send, ...field }: CodeStepProps) {
  const { run, isRunning } = useAdminMutation({
    run: send,
    failure: 'The code could not be checked.',
    failureTitle: LOGIN_FAILED,
    success: () => LOGIN_SUCCESSFUL,
    onDone,
    onFailure,
  });
  return <CodeForm {...field} action="Continue" isBusy={isRunning || isDone} onCode={run} />;
}

/** After five minutes the password is required again; the toast says why. */
function startAgainIfOver(error: unknown, onStartAgain: () => void): boolean {
  if (callFailureOf(error)?.status === 410) onStartAgain();
  return false;
}

interface CodeFormProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'autoComplete'> {
  label: string;
  hint: string;
  action: string;
  isBusy: boolean;
  onCode: (code: string) => unknown;
}

export function CodeForm({ label, hint, action, isBusy, onCode, ...input }: CodeFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    if (!isBusy) void onCode(code);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        {...{ label, hint, ...input }}
        name="code"
        required
        autoFocus
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  );
}

export const PASSKEYS_NEED =
  'Passkeys need an https page (or http://localhost) and a browser that supports them.';

export function canUsePasskeys(): boolean {
  return window.isSecureContext && browserSupportsWebAuthn();
}
