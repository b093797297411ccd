import { StartError } from '../../kernel/lib/start-error.ts';
import type { AlertSettings } from '../../site/operation/index.ts';
import { BARE_ADDRESS, type Env, matching } from './read-setting.ts';

const BAD_MAIL = 'ALERT_MAIL must be a bare address, for example operator@videos.example, or "off".';
const BAD_SECRET = 'ALERT_WEBHOOK_SECRET must have at least 16 characters.';

/** ALERT_*. No sentence repeats the address of the webhook, which may be a secret. */
export function readAlertSettings(env: Env): AlertSettings {
  const secret = matching(env.ALERT_WEBHOOK_SECRET, /^.{16}/s, BAD_SECRET);
  const webhook = env.ALERT_WEBHOOK || undefined;
  if (webhook !== undefined && !/^https?:$/.test(URL.parse(webhook)?.protocol ?? ''))
    throw new StartError('ALERT_WEBHOOK must be an address that begins with https:// or http://.');
  if (secret !== undefined && webhook === undefined)
    throw new StartError('ALERT_WEBHOOK_SECRET signs what is sent to ALERT_WEBHOOK: set that too.');
  const mail = env.ALERT_MAIL === 'off' ? null : matching(env.ALERT_MAIL, BARE_ADDRESS, BAD_MAIL);
  return { mail, webhook, secret };
}
