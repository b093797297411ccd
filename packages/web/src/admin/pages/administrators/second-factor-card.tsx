import { type Account, routes } from '@vesper/contract';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useAdminQuery } from '../../data/calls.ts';
import { Card } from '../../ui/card.tsx';
import { ActButton } from '../../ui/dialog/acts.tsx';
import { ListState } from '../../ui/list.tsx';
import { StatusBadge } from '../../ui/values.tsx';
import { AppPart } from './app-part.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { ShownOnce } from './shown-once.tsx';

export function SecondFactorCard() {
  const query = useAdminQuery(routes.account.get);
  const [codes, setCodes] = useState<readonly string[]>();
  const showCodes = (made: readonly string[]) => setCodes(made.length > 0 ? made : undefined);
  return (
    <Card
      title="Your second factor"
      icon={ShieldCheck}
      about="Each sign-in then also asks for a code from your app or for a passkey, so a stolen password is useless alone."
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
        {account.recoveryCodesLeft} unused. New ones take the place of all former ones.
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
