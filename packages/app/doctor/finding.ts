import { errorMessage } from '@vesper/core/lib/app-error.ts';
import { percentDecoded } from '@vesper/core/lib/text/percent-decoded.ts';
import type { Config } from '../settings/config.ts';

export interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failed';
  found: string;
  /** What the operator should do; always set for problems. */
  todo?: string;
}

export type Check = () => Promise<Finding | Finding[]>;

export function ok(check: string, found: string): Finding {
  return { check, status: 'ok', found };
}

export function warning(check: string, found: string, todo: string): Finding {
  return { check, status: 'warning', found, todo };
}

export function failed(check: string, found: string, todo: string): Finding {
  return { check, status: 'failed', found, todo };
}

/** A check that throws has failed; the others continue. */
export async function run(name: string, check: Check): Promise<Finding[]> {
  try {
    const findings = await check();
    return Array.isArray(findings) ? findings : [findings];
  } catch (error) {
    const found = `The check itself failed: ${errorMessage(error).replace(/\s+/g, ' ').trim()}`;
    return [failed(name, found, 'Fix the cause named here if possible, and run it again.')];
  }
}

/** "ok       ffmpeg: ffmpeg 7.1 was found.", with the advice on a second line. */
export function toLines({ check, status, found, todo }: Finding): string[] {
  const indent = ' '.repeat('warning  '.length);
  return [`${status.padEnd(indent.length)}${check}: ${found}`, ...(todo ? [`${indent}${todo}`] : [])];
}

/** Other programs' messages may repeat settings. */
export function hideSecrets<T extends Finding>(finding: T, secrets: readonly string[]): T {
  const hide = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '(hidden)'), text);
  return { ...finding, found: hide(finding.found), ...(finding.todo ? { todo: hide(finding.todo) } : {}) };
}

/** Shorter ones would hide ordinary words. */
const SHORTEST_SECRET = 4;

export function secretsOf(config: Config): string[] {
  const { databaseUrl, signingKey, smtp, metricsToken, firstAdministrator, storage, translator, alerts } =
    config;
  const databasePasswords = [databaseUrl, config.databaseMigrateUrl, config.formerDatabaseUrl].map(
    (url = '') => URL.parse(url)?.password ?? '',
  );
  const secrets = [
    ...[...databasePasswords, ...databasePasswords.map(percentDecoded), signingKey, metricsToken],
    ...[alerts.webhook, alerts.secret],
    ...[smtp?.credentials?.password, firstAdministrator.password, storage.s3?.secretAccessKey],
    translator?.name === 'libretranslate' ? translator.server.apiKey : undefined,
  ];
  return secrets.filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET) as string[];
}
