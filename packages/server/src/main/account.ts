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
import { accountNamed, type ServerAccount, serverAccount } from '../kernel/db/server-account.ts';
import type { Log } from '../kernel/lib/log.ts';
import { childEnvironment, ProcessError, runProcess } from '../kernel/lib/run-process.ts';
import { StartError } from '../kernel/lib/start-error.ts';
import type { Config } from './config.ts';
import { refuseUnusableFolder } from './database.ts';

type Account = Required<ServerAccount>;

const ROOT = 0;
const SETPRIV = '/usr/bin/setpriv';
const FIRST_FREE_PORT = 1024;
const CHOWN_TIMEOUT_MS = 3_600_000;
/** Names who gave the command, where root gave it and another account carries it out. */
const STARTED_BY = 'VESPER_STARTED_BY';

/**
 * Started as root, the site becomes the same program, with the same pid, under an account without rights: RUN_AS, or the
 * owner of the embedded database, or of DATA_DIR, or the account that is made for the database. What root has in
 * DATA_DIR is given to that account first. Where that cannot work the site stays root, and the log says why.
 * Throws StartError where RUN_AS names no account that it can become.
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

/**
 * For a program beside the site, run by root: it becomes the account of the site, so that the site can use whatever it
 * leaves in DATA_DIR. That folder's owner is the account, since `leaveRoot` sees to it.
 */
export async function followSite(config: Config): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== ROOT) return;
  const owner = ownerOf(config.dataDir);
  const database = ownerOf(path.join(config.dataDir, 'postgres', 'cluster'));
  if (!owner || owner.uid === ROOT || (database && database.uid !== owner.uid)) return;
  if ((await obstacleTo(config, owner)) === undefined) become(config, owner);
}

/** Who gave the command: an account of the operating system, by number where it has no name (some containers). */
export function operatorName(): string {
  const starter = process.env[STARTED_BY];
  if (starter) return starter;
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
        `What is in DATA_DIR belongs to another account than RUN_AS (${runAs}): stop the site and its database, and run "chown -R ${runAs} ${dataDir}".`,
      );
    return account;
  }
  if (owner) return owner;
  const { uid = ROOT, gid = uid } = await serverAccount(path.join(dataDir, 'postgres'), log);
  return { uid, gid };
}

function refuseOther({ runAs }: Config): void {
  if (runAs === undefined || knownAccount(runAs).uid === process.getuid?.()) return;
  throw new StartError(`RUN_AS is "${runAs}", but only root can become another account: leave it out.`);
}

function knownAccount(name: string): Account {
  const { uid, gid = uid } = accountNamed(name) ?? {};
  if (uid === undefined || gid === undefined)
    throw new StartError(`RUN_AS is "${name}", which is no account of this machine.`);
  return { uid, gid };
}

function ownerOf(folder: string): Account | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

/** setpriv and what it is told. Of root's rights one may stay: to take a port below 1024. */
function asAccount({ port }: Config, { uid, gid }: Account): [file: string, ...args: string[]] {
  const right = '+net_bind_service';
  const kept = port > 0 && port < FIRST_FREE_PORT ? [`--inh-caps=${right}`, `--ambient-caps=${right}`] : [];
  return [SETPRIV, `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...kept];
}

/** Does not return: this process goes on as the same program under the account. */
function become(config: Config, account: Account): void {
  const [setpriv, ...args] = asAccount(config, account);
  const env = { ...process.env, HOME: childEnvironment().HOME, [STARTED_BY]: operatorName() };
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(setpriv, [path.basename(setpriv), ...args, ...program], env);
}

/** Prints the first of the given folders that may not be entered. */
const FIND_CLOSED = 'for folder do [ -x "$folder" ] || { printf %s "$folder"; exit; }; done';

/** Why the site cannot run under the account, and what to do about it; undefined if it can. */
async function obstacleTo(config: Config, account: Account): Promise<string | undefined> {
  const [setpriv, ...args] = asAccount(config, account);
  if (!existsSync(setpriv)) return `${setpriv} is missing; it comes with the package util-linux.`;
  const program = fileURLToPath(import.meta.url);
  const needed = [process.execPath, program, config.dataDir, ...linksOfRoot(config.dataDir).values()];
  const folders = new Set(needed.flatMap((file) => foldersAbove(realpathSync(file))));
  try {
    // Asked as that account: groups, access lists and whatever else may decide are the system's business.
    const { stdout } = await runProcess(setpriv, [...args, '/bin/sh', '-c', FIND_CLOSED, 'sh', ...folders], {
      timeoutMs: 20_000,
      cwd: '/',
    });
    const closed = stdout.toString('utf8');
    if (closed !== '')
      return `the account with the number ${account.uid} may not enter ${closed}. Move what lies there, for example to /srv, or give the command: chmod o+x ${closed}`;
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    return `it may not become another account (${error.message}).`;
  }
}

/** From the outermost on. */
function foldersAbove(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file ? [] : [...foldersAbove(parent), parent];
}

/** What the site keeps in DATA_DIR beside the database, whose files are its account's already. */
const OURS = /^(storage|work|secrets|yt-dlp|audit-anchor\.json.*|demo-source-port)$/;
const NOT_OURS_BUT_USUAL = ['postgres', 'lost+found'];

/** What the site has at the top of those of its folders that a link may lead to another disk. */
const OURS_AT_TOP: Readonly<Record<string, RegExp>> = {
  storage: /^(videos|doctor|\.quarantine|\.incoming)$/,
  work: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'yt-dlp': /^yt-dlp-/,
  secrets: /^(signing-key|demo-admin-password)$/,
};

/**
 * Links that root made in a folder of root's, such as to a disk for films, and where they lead. Throws StartError where
 * one leads to nothing.
 */
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
      `${link} is a link to ${readlinkSync(link)}, which cannot be reached (${(error as NodeJS.ErrnoException).code}). If that is on another disk, mount it first; else remove the link.`,
    );
  }
}

/**
 * Gives the account what root has in DATA_DIR, the folder itself last: a walk that was killed is done again. Where the
 * account has the folder already, only what root has put into it is walked. Each walk goes from the leaves up and
 * follows no link. Groups stay, since a proxy may read by them. Returns why it could not be done.
 */
async function handOver(dataDir: string, { uid }: Account): Promise<string | undefined> {
  const top = statSync(dataDir);
  const isDone = top.uid === uid;
  const foreign = foreignIn(dataDir);
  if (!isDone && foreign !== undefined)
    return `DATA_DIR (${dataDir}) holds something that is not Vesper's (${foreign}), so it is not given to another account. Name a folder of its own with DATA_DIR, or move that elsewhere.`;
  const links = linksOfRoot(dataDir);
  for (const [name, target] of links) {
    const stranger = foreignBehind(name, target);
    if (stranger !== undefined)
      return `${path.join(dataDir, name)} leads to ${target}, which holds something that is not Vesper's (${stranger}), so it is not given to another account. Let the link lead to a folder of its own, or move that elsewhere.`;
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
    return `the files in DATA_DIR could not be given to another account (${(error as Error).message}).`;
  }
}

function foreignIn(dataDir: string): string | undefined {
  return readdirSync(dataDir).find((name) => !OURS.test(name) && !NOT_OURS_BUT_USUAL.includes(name));
}

/** In a folder that a link leads to; a disk's own "lost+found" may be there. */
function foreignBehind(name: string, target: string): string | undefined {
  if (!statSync(target).isDirectory()) return undefined;
  return readdirSync(target).find((found) => !(OURS_AT_TOP[name]?.test(found) || found === 'lost+found'));
}

/** Where the account could put a link, symbolic or hard, in the place of the file: none is followed. */
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

/** While the site runs as root its files are root's: the next start under an account has to hand them over again. */
function takeBack(dataDir: string): void {
  const { uid, gid } = statSync(dataDir);
  if (uid !== ROOT && foreignIn(dataDir) === undefined) chownSync(dataDir, ROOT, gid);
}
