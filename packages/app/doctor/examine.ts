import type { FsStorage } from '@vesper/core/storage/fs-storage.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { composeStorages } from '../composition/compose.ts';
import { composeYtdlp } from '../composition/outside.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { checkDatabase } from './database.ts';
import { type Check, type Finding, failed, hideSecrets, ok, run, secretsOf } from './finding.ts';
import { checkAbilities, checkPrograms, tryMedia } from './media-tools.ts';
import { checkMail, checkTranslator, checkYtdlp } from './services.ts';
import { checkBackups, checkEmbeds, checkOutbound, checkProxy, checkSigningKey } from './settings.ts';
import { checkFolderPlace, checkFolders, checkFreeSpace, checkPlace } from './storage.ts';
import { checkLimits, checkNode } from './system.ts';

type Environment = Record<string, string | undefined>;

/** Yields each finding at once. Changes nothing that a start would use. */
export async function* examine(env: Environment, cwd: string): AsyncGenerator<Finding, void, undefined> {
  yield checkNode();
  const read = readSettings(env, cwd);
  if ('finding' in read) {
    yield read.finding;
    return;
  }
  const { config } = read;
  yield ok('Settings', 'All settings are valid.');
  const secrets = secretsOf(config);
  for (const [name, check] of checksOf(config, env)) {
    for (const finding of await run(name, check)) yield hideSecrets(finding, secrets);
  }
}

function readSettings(env: Environment, cwd: string): { config: Config } | { finding: Finding } {
  try {
    return { config: readConfig(env, cwd) };
  } catch (error) {
    const todo = 'Change that setting; until then nothing starts, and nothing else can be checked.';
    return { finding: failed('Settings', (error as Error).message, todo) };
  }
}

function checksOf(config: Config, env: Environment): [string, Check][] {
  const { dataDir, smtp } = config;
  return [
    ['Limits', () => checkLimits()],
    ['ffmpeg', checkPrograms],
    ['ffmpeg', checkAbilities],
    ['Trial', () => tryMedia(config)],
    ['yt-dlp', () => checkYtdlp(composeYtdlp(config, 'VesperBot'))],
    ['DATA_DIR', () => checkFolders(dataDir)],
    ['Free space', () => checkFreeSpace(config)],
    ['Storage', () => checkPlaces(config)],
    ['Database', () => checkDatabase(config)],
    ['Mail', () => checkMail(smtp)],
    ['Translator', () => checkTranslator(config)],
    ['Signing key', () => checkSigningKey(config)],
    ['Backups', async () => checkBackups(config)],
    ['Outbound', async () => checkOutbound(env.OUTBOUND_ALLOW)],
    ['Embeds', async () => checkEmbeds(config)],
    ['Proxy', async () => checkProxy(config)],
  ];
}

function isFolder(place: Storage): place is FsStorage {
  return place.place === 'fs';
}

async function checkPlaces(config: Config): Promise<Finding[]> {
  const storages = await composeStorages(config);
  try {
    const findings: Finding[] = [];
    for (const place of storages.all) {
      const isMain = place === storages.main;
      findings.push(await (isFolder(place) ? checkFolderPlace(place, isMain) : checkPlace(place, isMain)));
    }
    return findings;
  } finally {
    storages.close();
  }
}
