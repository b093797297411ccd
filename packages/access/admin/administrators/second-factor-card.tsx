import { startRegistration } from '@simplewebauthn/browser';
import { type Account, type Passkey, routes } from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Form, TextField } from '@vesper/web/admin/ui/form.tsx';
import { ListState } from '@vesper/web/admin/ui/list.tsx';
import { Moment, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { canUsePasskeys, PASSKEYS_NEED } from '../login/second-step.tsx';
import { AppPart } from './app-part.tsx';
import { ShownOnce } from './shown-once.tsx';

export function SecondFactorCard() {
  const query = useAdminQuery(routes.account.get);
  const [codes, setCodes] = useState<readonly string[]>();
  const showCodes = (made: readonly string[]) => setCodes(made.length > 0 ? made : undefined);
  return (
    <Card
      title="Your second factor"
      icon={ShieldCheck}
      about="Each sign-in then also asks for a code from your app or for a passkey, so a stolen password alone is useless."
      actions={query.data && <FactorBadge isOn={hasFactor(query.data)} />}
    >
      <ListState rows={query.data && [query.data]} query={query} empty="No account found.">
        {query.data && (
          <div className="flex flex-col gap-6">
            <AppPart since={query.data.totpSince} onCodes={showCodes} />
            <PasskeysPart passkeys={query.data.passkeys} onCodes={showCodes} />
            <RecoveryPart account={query.data} onCodes={showCodes} />
          </div>
        )}
      </ListState>
      <ShownOnce
        title="Your recovery codes"
        lines={codes}
        about="Each signs you in once if you lose your app or passkey. They are shown only once: print them, or save them in a password manager."
        onClose={() => setCodes(undefined)}
      />
    </Card>
  );
}

function hasFactor({ totpSince, passkeys }: Account): boolean {
  return totpSince !== null || passkeys.length > 0;
}

export function FactorBadge({ isOn }: { isOn: boolean }) {
  return isOn ? <StatusBadge tone="good">On</StatusBadge> : <StatusBadge tone="warn">Off</StatusBadge>;
}

function RecoveryPart({ account, onCodes }: { account: Account; onCodes: (codes: string[]) => void }) {
  if (!hasFactor(account)) return null;
  return (
    <section>
      <h3 className="text-sm font-semibold">Recovery codes</h3>
      <p className="mt-1 text-sm text-muted">
        {account.recoveryCodesLeft} unused. New ones replace all old ones.
      </p>
      <div className="mt-3">
        <ActButton
          word="Generate new codes"
          run={(client) => client.account.renewRecoveryCodes()}
          failure="Failed to generate recovery codes"
          onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
        />
      </div>
    </section>
  );
}

interface PasskeysPartProps {
  passkeys: readonly Passkey[];
  onCodes: (codes: string[]) => void;
}

function PasskeysPart({ passkeys, onCodes }: PasskeysPartProps) {
  return (
    <section>
      <h3 className="text-sm font-semibold">Passkeys</h3>
      <p className="mt-1 text-sm text-muted">
        A key on your device, in your password manager or on a USB key. It works only at the address where you
        created it.
      </p>
      {passkeys.length > 0 && (
        <ul className="mt-3 divide-y divide-line rounded-xl border border-line">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center justify-between gap-3 px-3 py-2 text-sm"
            >
              <span className="min-w-0">
                <span className="font-medium break-words">{passkey.name}</span>
                <span className="block text-xs text-muted">
                  For {passkey.host}. Last used: <Moment at={passkey.lastUsedAt} />
                </span>
              </span>
              <RemovePasskey passkey={passkey} />
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <AddPasskey onCodes={onCodes} />
      ) : (
        <p className="mt-3 text-sm text-pretty text-muted">{PASSKEYS_NEED}</p>
      )}
    </section>
  );
}

function AddPasskey({ onCodes }: Pick<PasskeysPartProps, 'onCodes'>) {
  const [name, setName] = useState('');
  const { run, isRunning } = useAdminMutation({
    run: async (client) => {
      const optionsJSON = await client.account.offerPasskey();
      return client.account.addPasskey({ ...(await startRegistration({ optionsJSON })), name });
    },
    failure: "No passkey was created: the browser's prompt was closed or timed out.",
    success: () => ({ title: 'The passkey is in use', description: 'Your other sessions have ended.' }),
    onDone: ({ recoveryCodes }) => {
      setName('');
      onCodes(recoveryCodes);
    },
  });
  return (
    <Form onSubmit={() => void run()} className="mt-3 flex flex-wrap items-end gap-3">
      <div className="w-full max-w-xs">
        <TextField
          label="Name of a new passkey"
          placeholder="My laptop"
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Button type="submit" icon={KeyRound} isBusy={isRunning} disabled={name.trim() === ''}>
        Add a passkey
      </Button>
    </Form>
  );
}

function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  return (
    <ActButton
      word="Remove"
      row={`the passkey ${name}`}
      look="danger"
      ask={{
        question: `Remove the passkey ${name}?`,
        explanation:
          'It no longer signs you in. If it is your last second factor, your password alone does. Your other sessions end.',
      }}
      run={(client) => client.account.removePasskey({ id })}
      failure="Failed to remove the passkey"
      success={() => 'The passkey was removed'}
    />
  );
}
