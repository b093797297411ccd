import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isThisMachine } from '@vesper/core/lib/outbound/address-guard.ts';
import { hasBackups } from '../composition/backup-state.ts';
import type { Config } from '../settings/config.ts';
import { type Finding, ok, warning } from './finding.ts';

export async function checkSigningKey({ signingKey, dataDir }: Config): Promise<Finding> {
  if (signingKey) return ok('Signing key', 'SIGNING_KEY sets the key for media addresses.');
  const file = path.join(dataDir, 'secrets', 'signing-key');
  const isThere = await stat(file).catch(() => undefined);
  if (isThere) return ok('Signing key', `The key for media addresses is in ${file}.`);
  return ok(
    'Signing key',
    'There is no key for media addresses yet. The first start creates one. Several machines share one DATA_DIR.',
  );
}

export function checkBackups(config: Config): Finding[] {
  if (!hasBackups(config)) return [];
  if (config.backup.key)
    return [ok('Backups', 'Backups are encrypted: nobody can read or write one without BACKUP_KEY.')];
  const found = 'Backups are made without BACKUP_KEY: nothing proves who wrote one.';
  return [warning('Backups', found, 'Set BACKUP_KEY, and a new place for backups.')];
}

export function checkOutbound(allowed = ''): Finding {
  const entries = allowed.split(/[\s,]+/).filter(Boolean);
  if (entries.length === 0)
    return ok('Outbound', 'Only public addresses are fetched, on the ports 80 and 443.');
  const found = `OUTBOUND_ALLOW lets any source make us fetch from ${entries.join(', ')}.`;
  return warning(
    'Outbound',
    found,
    'Keep only what your own sources need; tests or demos may have left the rest.',
  );
}

export function checkEmbeds({ embedProviders: { names, origins } }: Config): Finding[] {
  if (names.length === 0)
    return [
      ok('Embeds', 'Pages embed no players of other sites: sources delivered as embed need EMBED_PROVIDERS.'),
    ];
  const plain = origins.filter((origin) => origin.startsWith('http:'));
  const listed = ok('Embeds', `Pages may embed players from ${origins.join(', ')}.`);
  if (plain.length === 0) return [listed];
  const found = `Players load without TLS from ${plain.join(', ')}, which only a browser on this machine can reach.`;
  return [listed, warning('Embeds', found, 'Remove these providers from EMBED_PROVIDERS in production.')];
}

export function checkProxy({ trustProxy, host }: Config): Finding {
  const all = Array.isArray(trustProxy) ? trustProxy.filter((range) => /\/0$/.test(range)) : [];
  if (all.length > 0) {
    const found = `TRUST_PROXY trusts everybody (${all.join(', ')}), so visitors can claim any address.`;
    return warning('Proxy', found, 'List only the addresses of your own proxies.');
  }
  if (Array.isArray(trustProxy))
    return ok('Proxy', `Forwarding headers are trusted from ${trustProxy.join(', ')}.`);
  if (isThisMachine(host)) {
    return ok(
      'Proxy',
      'No proxy is trusted, which is right without one. Behind one on this machine, set TRUST_PROXY=127.0.0.1.',
    );
  }
  const found = `The site listens on ${host} without a TLS proxy in front.`;
  return warning('Proxy', found, 'Put a TLS proxy in front and add its address to TRUST_PROXY.');
}
