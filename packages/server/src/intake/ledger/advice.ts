import type { Decision } from '@vesper/contract';

const BY_DECISION: Record<Decision, string> = {
  new: 'Nothing to do: they are downloaded in turn.',
  known: 'Nothing to do: they are here.',
  duplicate: 'Nothing to do: the same videos are here under other addresses.',
  blocked: 'They were taken down or removed, and stay away. Take the block off if that was a mistake.',
  robots: 'Ask the site to allow our crawler in its robots.txt: the page /bot says what it is called.',
  over_quota: "Later crawls take them. Raise the source's daily quota to take more each day.",
  no_video:
    'Open the example. If it shows a video, its page does not say so in a form that we read: ask the site for a feed.',
  failed: 'Look at the download for its exact error.',
};

const ASK_THE_SITE =
  'Open the example in a browser. If it opens there, the site refuses crawlers: ask its operator.';
const WAIT = 'Nothing to do: they are taken up after the pause.';
const TRY_AGAIN = 'They are tried again. If that goes on for days, the site has a fault: ask its operator.';

/** For failures of a kind, before what is said of the decision. */
const BY_CLASS: Readonly<Record<string, string>> = {
  http_status: ASK_THE_SITE,
  tls: ASK_THE_SITE,
  host_waits: WAIT,
  source_paused: WAIT,
  connect: TRY_AGAIN,
  dns: TRY_AGAIN,
  timeout: TRY_AGAIN,
  truncated: TRY_AGAIN,
  too_slow: TRY_AGAIN,
  robots_unreachable: 'Without its robots.txt a site is not crawled. They are tried again.',
  too_large:
    'Their films are larger than this engine takes in. Leave them out, or ask the source for smaller ones.',
  not_video:
    'The page names something else as its film: a web page, a playlist or a picture. Ask the site for the address of its films.',
  not_page: 'They are no web pages. Choose another kind of source if they are films or lists.',
  private_address: 'They lead into a private network, where nothing is ever fetched. Leave them out.',
  foreign_host: 'They belong to another site. Add that one as a source of its own if it permits that.',
  bad_address: 'The source names them wrongly: tell its operator.',
  storage: 'Storing failed on this machine: see the health page and the log.',
  worker_died: 'A worker died over them more than once: see the log, and report it.',
  unexpected: 'That should not happen: see the log, and report it.',
};

/** What an operator can do about addresses with this decision and kind of failure. */
export function adviceFor(decision: Decision, errorClass: string | null): string {
  return BY_CLASS[errorClass ?? ''] ?? BY_DECISION[decision];
}
