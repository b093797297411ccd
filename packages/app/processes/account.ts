import {
  chownSync,
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountNamed, type ServerAccount, serverAccount } from '@vesper/core/db/server-account.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { childEnvironment, ProcessError, runProcess } from '@vesper/core/lib/run-process.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { refuseUnusableFolder } from '../composition/database.ts';
import type { Config } from '../settings/config.ts';

type Account = Required<ServerAccount>;

const ROOT = 0;
const SETPRIV = '/usr/bin/setpriv';
const FIRST_FREE_PORT = 1024;
const CHOWN_TIMEOUT_MS = 3_600_000;
/** Names who ran the command, if root ran it and another account executes it. */
const STARTED_BY = 'VESPER_STARTED_BY';

/**
 * Run as root, re-executes the program under RUN_AS, or the owner of the embedded database or DATA_DIR, or the database's
 * account, and hands root's files in DATA_DIR over first. Otherwise stays root and logs why. Throws StartError for an
 * unusable RUN_AS.
 */
export async function leaveRoot(config: Config, log: Log): Promise<void> {
  if (process.platform !== 'linux') return;
  if (process.getuid?.() !== ROOT) return refuseOther(config);
  try {
    mkdirSync(config.dataDir, { recursive: true });
  } catch (error) {
    refuseUnusableFolder(config)(error as NodeJS.ErrnoException);
  }
  const account = await accountOfSite(config, log);
  if (account.uid !== ROOT) {
    const obstacle = (await obstacleTo(config, account)) ?? (await handOver(config.dataDir, account));
    if (obstacle === undefined) become(config, account);
    log.warn(`The site runs as root: ${obstacle}`);
  }
  takeBack(config.dataDir);
}

/** For root's commands beside the site: switch to DATA_DIR's owner, so that the site can use files they leave. */
export async function followSite(config: Config): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== ROOT) return;
  const owner = ownerOf(config.dataDir);
  const database = ownerOf(path.join(config.dataDir, 'postgres', 'cluster'));
  if (!owner || owner.uid === ROOT || (database && database.uid !== owner.uid)) return;
  if ((await obstacleTo(config, owner)) === undefined) become(config, owner);
}

export function operatorName(): string {
  return process.env[STARTED_BY] || accountName();
}

export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

async function accountOfSite({ runAs, dataDir, databaseUrl }: Config, log: Log): Promise<Account> {
  const database = databaseUrl ? undefined : ownerOf(path.join(dataDir, 'postgres', 'cluster'));
  const owner = [database, ownerOf(dataDir)].find((found) => found && found.uid !== ROOT);
  if (runAs !== undefined) {
    const account = knownAccount(runAs);
    if (owner && ![ROOT, owner.uid].includes(account.uid))
      throw new StartError(
        `The files in DATA_DIR belong to a different account than RUN_AS (${runAs}): stop the site and its database, and run "chown -R ${runAs} ${dataDir}".`,
      );
    return account;
  }
  if (owner) return owner;
  const { uid = ROOT, gid = uid } = await serverAccount(path.join(dataDir, 'postgres'), log);
  return { uid, gid };
}

function refuseOther({ runAs }: Config): void {
  if (runAs === undefined || knownAccount(runAs).uid === process.getuid?.()) return;
  throw new StartError(`RUN_AS is "${runAs}", but only root can switch accounts. Remove it.`);
}

function knownAccount(name: string): Account {
  const { uid, gid = uid } = accountNamed(name) ?? {};
  if (uid === undefined || gid === undefined)
    throw new StartError(`RUN_AS is "${name}", which is not an account on this machine.`);
  return { uid, gid };
}

function ownerOf(folder: string): Account | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

/** setpriv's command. Keeps one capability: binding a port below 1024. */
function asAccount({ port }: Config, { uid, gid }: Account): [file: string, ...args: string[]] {
  const right = '+net_bind_service';
  const kept = port > 0 && port < FIRST_FREE_PORT ? [`--inh-caps=${right}`, `--ambient-caps=${right}`] : [];
  return [SETPRIV, `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...kept];
}

/** Re-executes this program under the account; does not return. */
function become(config: Config, account: Account): void {
  const [setpriv, ...args] = asAccount(config, account);
  const env = { ...process.env, HOME: childEnvironment().HOME, [STARTED_BY]: operatorName() };
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(setpriv, [path.basename(setpriv), ...args, ...program], env);
}

/** Prints the first folder that may not be entered. */
const FIND_CLOSED = 'for folder do [ -x "$folder" ] || { printf %s "$folder"; exit; }; done';

/** Says what to do, too; undefined if the site can run under the account. */
async function obstacleTo(config: Config, account: Account): Promise<string | undefined> {
  const [setpriv, ...args] = asAccount(config, account);
  if (!existsSync(setpriv)) return `${setpriv} is missing. Install the package util-linux.`;
  const program = fileURLToPath(import.meta.url);
  const needed = [process.execPath, program, config.dataDir, ...linksOfRoot(config.dataDir).values()];
  const folders = new Set(needed.flatMap((file) => foldersAbove(realpathSync(file))));
  try {
    // As that account: groups and access lists may decide.
    const { stdout } = await runProcess(setpriv, [...args, '/bin/sh', '-c', FIND_CLOSED, 'sh', ...folders], {
      timeoutMs: 20_000,
      cwd: '/',
    });
    const closed = stdout.toString('utf8');
    if (closed !== '')
      return `the account with user id ${account.uid} cannot enter ${closed}. Move its contents, for example to /srv, or run: chmod o+x ${closed}`;
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    return `it cannot switch to another account (${error.message}).`;
  }
}

function foldersAbove(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file ? [] : [...foldersAbove(parent), parent];
}

/** The site's files in DATA_DIR, except the database, which has its own account. */
const OURS =
  /^(storage|work|uploads|secrets|case-keys|compiled|scratch|running|yt-dlp|unfinished-restore|audit-anchor\.json.*|demo-source-port)$/;
const NOT_OURS_BUT_USUAL = ['postgres', 'lost+found'];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** At the top of folders that may be links to another disk. */
const OURS_AT_TOP: Readonly<Record<string, RegExp>> = {
  storage: /^(videos|doctor|\.quarantine|\.incoming)$/,
  work: UUID,
  uploads: UUID,
  'yt-dlp': /^yt-dlp-/,
  secrets: /^(signing-key|demo-admin-password)$/,
  'case-keys': /^[\w.-]+\.key$/,
};

/** Root's own links, for instance to a disk for films, and their targets. Throws StartError for a broken link. */
function linksOfRoot(dataDir: string): Map<string, string> {
  if (statSync(dataDir).uid !== ROOT) return new Map();
  const links = readdirSync(dataDir).filter((name) => {
    const found = lstatSync(path.join(dataDir, name));
    return OURS.test(name) && found.isSymbolicLink() && found.uid === ROOT;
  });
  return new Map(links.map((name) => [name, targetOf(path.join(dataDir, name))]));
}

function targetOf(link: string): string {
  try {
    return realpathSync(link);
  } catch (error) {
    throw new StartError(
      `${link} is a link to ${readlinkSync(link)}, which cannot be reached (${(error as NodeJS.ErrnoException).code}). If that is on another disk, mount it first; otherwise remove the link.`,
    );
  }
}

/**
 * Hands over root's files in DATA_DIR, the folder itself last, so that an interrupted run is repeated. Follows no link;
 * groups stay, since a proxy may read by them. Returns why it failed.
 */
async function handOver(dataDir: string, { uid }: Account): Promise<string | undefined> {
  const top = statSync(dataDir);
  const isDone = top.uid === uid;
  const foreign = foreignIn(dataDir);
  if (!isDone && foreign !== undefined)
    return `DATA_DIR (${dataDir}) contains something that is not Vesper's (${foreign}), so its owner is not changed. Set DATA_DIR to a separate folder, or move that elsewhere.`;
  const links = linksOfRoot(dataDir);
  for (const [name, target] of links) {
    const stranger = foreignBehind(name, target);
    if (stranger !== undefined)
      return `${path.join(dataDir, name)} leads to ${target}, which contains something that is not Vesper's (${stranger}), so its owner is not changed. Point the link to a separate folder, or move that elsewhere.`;
  }
  const roots = readdirSync(dataDir)
    .filter((name) => OURS.test(name) && !(isDone && lstatSync(path.join(dataDir, name)).uid !== ROOT))
    .map((name) => links.get(name) ?? path.join(dataDir, name));
  const chown = ['--recursive', '--no-dereference', `--from=${ROOT}`, `${uid}`, '--', ...roots];
  try {
    if (roots.length > 0) await runProcess('/bin/chown', chown, { timeoutMs: CHOWN_TIMEOUT_MS });
    for (const name of ['server.log', 'server.log.1', '.'])
      handOverOne(path.join(dataDir, 'postgres', name), uid);
    if (!isDone) chownSync(dataDir, uid, top.gid);
  } catch (error) {
    return `the owner of the files in DATA_DIR could not be changed (${(error as Error).message}).`;
  }
}

function foreignIn(dataDir: string): string | undefined {
  return readdirSync(dataDir).find((name) => !OURS.test(name) && !NOT_OURS_BUT_USUAL.includes(name));
}

/** A disk's own "lost+found" is fine. */
function foreignBehind(name: string, target: string): string | undefined {
  if (!statSync(target).isDirectory()) return undefined;
  return readdirSync(target).find((found) => !(OURS_AT_TOP[name]?.test(found) || found === 'lost+found'));
}

/** Follows no link, symbolic or hard: the account could replace the file by one. */
function handOverOne(file: string, uid: number): void {
  if (!existsSync(file)) return;
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(descriptor);
    const isAlone = found.isDirectory() || (found.isFile() && found.nlink === 1);
    if (isAlone && found.uid === ROOT) fchownSync(descriptor, uid, found.gid);
  } finally {
    closeSync(descriptor);
  }
}

/** Root's files belong to root: the next start under an account must hand them over again. */
function takeBack(dataDir: string): void {
  const { uid, gid } = statSync(dataDir);
  if (uid !== ROOT && foreignIn(dataDir) === undefined) chownSync(dataDir, ROOT, gid);
}
