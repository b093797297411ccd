import type { TotpOffer } from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Dialog } from '@vesper/web/admin/ui/dialog/dialog.tsx';
import { Moment } from '@vesper/web/admin/ui/values.tsx';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { encode } from 'uqr';
import { CodeForm } from '../login/second-step.tsx';

interface AppPartProps {
  /** When the app was set up. */
  since: string | null;
  onCodes: (codes: string[]) => void;
}

export function AppPart({ since, onCodes }: AppPartProps) {
  return (
    <section>
      <h3 className="text-sm font-semibold">Authenticator app</h3>
      {since ? (
        <>
          <p className="mt-1 text-sm text-muted">
            In use since <Moment at={since} />.
          </p>
          <RemoveApp />
        </>
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">
            An app on your phone that shows a new code every 30 seconds.
          </p>
          <SetUpApp onCodes={onCodes} />
        </>
      )}
    </section>
  );
}

function SetUpApp({ onCodes }: Pick<AppPartProps, 'onCodes'>) {
  const [offer, setOffer] = useState<TotpOffer>();
  const { run, isRunning } = useAdminMutation({
    run: (client, code: string) => client.account.enableTotp({ code }),
    failure: 'Failed to set up the app',
    success: () => ({
      title: 'The authenticator app is in use',
      description: 'Your other sessions have ended.',
    }),
    onDone: ({ recoveryCodes }) => {
      setOffer(undefined);
      onCodes(recoveryCodes);
    },
  });
  return (
    <div className="mt-3">
      <ActButton
        word="Set up an app"
        icon={Smartphone}
        run={(client) => client.account.offerTotp()}
        failure="Failed to set up the app"
        onDone={setOffer}
      />
      <Dialog
        title="Set up an authenticator app"
        isOpen={offer !== undefined}
        onClose={() => setOffer(undefined)}
      >
        {offer && (
          <>
            <p className="text-sm text-muted">Scan this with the app, or type the key in.</p>
            <QrCode text={offer.uri} label="QR code for your authenticator app" />
            <p className="text-center font-mono text-sm break-all select-all">{inGroups(offer.secret)}</p>
            <CodeForm
              label="Current code from the app"
              hint="Six digits."
              action="Turn on"
              isBusy={isRunning}
              onCode={run}
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          </>
        )}
      </Dialog>
    </div>
  );
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}

function RemoveApp() {
  return (
    <div className="mt-3">
      <ActButton
        word="Remove the app"
        look="danger"
        ask={{
          question: 'Remove the authenticator app?',
          explanation:
            'Sign-in will no longer ask for its codes. Without a passkey, your password alone signs you in. Your other sessions end.',
          action: 'Remove',
        }}
        run={(client) => client.account.removeTotp()}
        failure="Failed to remove the app"
        success={() => 'The authenticator app was removed'}
      />
    </div>
  );
}

/** Dark on white in both themes, for cameras. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = squares(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-lg bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

/** One path of unit squares, with the quiet zone of four that the standard requires. */
function squares(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
