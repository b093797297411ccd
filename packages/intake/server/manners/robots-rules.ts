export type Robots = RobotsGroup[];

interface RobotsGroup {
  /** Product tokens in lower case, or "*". */
  agents: Set<string>;
  rules: RobotsRule[];
  /** Seconds by agent. A delay applies to the agents named before it, a rule also to those named after it. */
  crawlDelays: Map<string, number>;
}

interface RobotsRule {
  allow: boolean;
  /** Normalised; `*` and a final `$` stay special. */
  pattern: string;
}

const MAX_CRAWL_DELAY_SECONDS = 86_400;

/**
 * Parses a robots.txt (RFC 9309), skipping nonsense. Like Google's parser, accepts a missing colon and misspellings
 * of `disallow`. Crawl-delay, not in the RFC, applies to the agents just before it and does not end their group.
 */
export function parseRobots(text: string): Robots {
  const robots: Robots = [];
  let group: RobotsGroup | undefined;
  let namingAgents = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const record = readRecord(line);
    if (!record) continue;
    const { key, value } = record;
    if (key === 'user-agent') {
      if (!group || !namingAgents) {
        group = { agents: new Set(), rules: [], crawlDelays: new Map() };
        robots.push(group);
      }
      namingAgents = true;
      group.agents.add(agentOf(value));
    } else if (key === 'allow' || key === 'disallow') {
      namingAgents = false;
      // An empty path has no effect, but it ends the list of agents.
      if (value !== '') group?.rules.push({ allow: key === 'allow', pattern: normalisePattern(value) });
    } else if (group) noteDelay(group, readDelay(value));
  }
  return robots;
}

/**
 * The longest matching rule decides, allow wins a tie, no match allows, and /robots.txt is always allowed (RFC 9309
 * section 2.2.2). `pathAndQuery` begins with "/".
 */
export function isAllowed(robots: Robots, productToken: string, pathAndQuery: string): boolean {
  const path = normalisePath(pathAndQuery === '' ? '/' : pathAndQuery);
  if (path === '/robots.txt') return true;
  let longest = -1;
  let allowed = true;
  for (const { rules } of groupsFor(robots, productToken).groups) {
    for (const rule of rules) {
      const { length } = rule.pattern;
      if (length < longest || (length === longest && allowed)) continue;
      if (matchesPattern(rule.pattern, path)) {
        longest = length;
        allowed = rule.allow;
      }
    }
  }
  return allowed;
}

/** The longest delay of the crawler's groups, at most a day. */
export function crawlDelaySeconds(robots: Robots, productToken: string): number | undefined {
  const { agent, groups } = groupsFor(robots, productToken);
  let longest: number | undefined;
  for (const { crawlDelays } of groups) {
    const delay = crawlDelays.get(agent);
    if (delay !== undefined && delay > (longest ?? -1)) longest = delay;
  }
  return longest;
}

export type Characters = Pick<string, 'length' | 'charCodeAt'>;

/**
 * Matches the beginning of the path, or all of it if the pattern ends in "$". Knuth-Morris-Pratt for each piece
 * between stars: linear time even for hostile files.
 */
export function matchesPattern(pattern: string, path: Characters): boolean {
  const anchored = pattern.endsWith('$');
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  const first = pieces[0] ?? '';
  if (!hasPieceAt(path, first, 0)) return false;
  if (pieces.length === 1) return !anchored || path.length === first.length;
  let position = first.length;
  const last = anchored ? (pieces.pop() ?? '') : '';
  for (const piece of pieces.slice(1)) {
    const found = findPiece(path, piece, position);
    if (found < 0) return false;
    position = found + piece.length;
  }
  if (!anchored) return true;
  const lastStart = path.length - last.length;
  return lastStart >= position && hasPieceAt(path, last, lastStart);
}

function hasPieceAt(path: Characters, piece: string, position: number): boolean {
  if (position + piece.length > path.length) return false;
  for (let index = 0; index < piece.length; index += 1) {
    if (path.charCodeAt(position + index) !== piece.charCodeAt(index)) return false;
  }
  return true;
}

function findPiece(path: Characters, piece: string, from: number): number {
  if (piece === '') return from;
  const fallback = fallbackTable(piece);
  let matched = 0;
  for (let index = from; index < path.length; index += 1) {
    const code = path.charCodeAt(index);
    while (matched > 0 && piece.charCodeAt(matched) !== code) matched = fallback[matched - 1] ?? 0;
    if (piece.charCodeAt(matched) === code) matched += 1;
    if (matched === piece.length) return index - piece.length + 1;
  }
  return -1;
}

function fallbackTable(piece: string): Uint32Array {
  const table = new Uint32Array(piece.length);
  let matched = 0;
  for (let index = 1; index < piece.length; index += 1) {
    const code = piece.charCodeAt(index);
    while (matched > 0 && piece.charCodeAt(matched) !== code) matched = table[matched - 1] ?? 0;
    if (piece.charCodeAt(matched) === code) matched += 1;
    table[index] = matched;
  }
  return table;
}

/** All groups that name this crawler; otherwise the groups for everyone. */
function groupsFor(robots: Robots, productToken: string): { agent: string; groups: RobotsGroup[] } {
  const groupsOf = (agent: string) => robots.filter(({ agents }) => agents.has(agent));
  const token = productToken.toLowerCase();
  const own = groupsOf(token);
  return own.length > 0 ? { agent: token, groups: own } : { agent: '*', groups: groupsOf('*') };
}

const KEYS: Readonly<Record<string, string>> = {
  'user-agent': 'user-agent',
  'user agent': 'user-agent',
  useragent: 'user-agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  'crawl-delay': 'crawl-delay',
  crawldelay: 'crawl-delay',
};

function readRecord(line: string): { key: string; value: string } | undefined {
  const hash = line.indexOf('#');
  const text = (hash < 0 ? line : line.slice(0, hash)).trim();
  const colon = text.indexOf(':');
  const blank = text.search(/\s/);
  const end = colon >= 0 ? colon : blank;
  if (end < 0) return undefined;
  const key = KEYS[text.slice(0, end).trim().toLowerCase()];
  return key === undefined ? undefined : { key, value: text.slice(end + 1).trim() };
}

/** "ExampleBot/2.1" names ExampleBot; "*" and "* with more" name everyone (RFC 9309 section 2.2.1). */
function agentOf(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return '*';
  return (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase();
}

function noteDelay({ agents, crawlDelays }: RobotsGroup, delay: number | undefined): void {
  if (delay === undefined) return;
  for (const agent of agents) if (!crawlDelays.has(agent)) crawlDelays.set(agent, delay);
}

function readDelay(value: string): number | undefined {
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Math.min(Number(value), MAX_CRAWL_DELAY_SECONDS) : undefined;
}

function normalisePattern(value: string): string {
  const anchored = value.endsWith('$');
  const body = normaliseText(anchored ? value.slice(0, -1) : value).replaceAll('$', '%24');
  const rooted = body.startsWith('/') || body.startsWith('*') ? body : `/${body}`;
  return anchored ? `${rooted}$` : rooted;
}

/** In an address, "*" and "$" are plain characters; in a pattern these are written %2A and %24. */
function normalisePath(pathAndQuery: string): string {
  return normaliseText(pathAndQuery).replaceAll('*', '%2A').replaceAll('$', '%24');
}

/**
 * Normalises spellings (RFC 9309 section 2.2.2): UTF-8 escapes in upper case, unreserved characters decoded. In the
 * query ":", "/", "?" and "@" are decoded as in the RFC's example, unlike in Google's parser.
 */
function normaliseText(text: string): string {
  const escaped = text
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (triple) => {
      const character = String.fromCharCode(Number.parseInt(triple.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : triple.toUpperCase();
    });
  const query = escaped.indexOf('?');
  if (query < 0) return escaped;
  return escaped.slice(0, query) + escaped.slice(query).replace(/%(?:3A|2F|3F|40)/g, decodeURIComponent);
}
