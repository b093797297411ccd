import type { Decision, DownloadErrorClass } from '@vesper/contract';

const DECISION_OF_CLASS: Readonly<Record<string, Decision>> = {
  robots: 'robots',
  no_video: 'no_video',
  not_video: 'no_video',
  not_page: 'no_video',
  duplicate: 'duplicate',
  removed: 'blocked',
};

export function decisionOfFailure(errorClass: string): Decision {
  return DECISION_OF_CLASS[errorClass] ?? 'failed';
}

const BY_DECISION: Record<Decision, string> = {
  new: 'Nothing to do: they are downloaded in turn.',
  known: 'Nothing to do: already in the library.',
  duplicate: 'Nothing to do: the same videos are here under other addresses.',
  blocked: 'They were taken down or removed, and stay away. Take the block off if that was a mistake.',
  robots: 'Ask the site to allow our crawler in its robots.txt: the page /bot says what it is called.',
  over_quota: "Later crawls take them. Raise the source's daily quota to take more each day.",
  no_video:
    "Open the example. If it shows a video, its page does not say so in a form that we read: set rules for the source's pages, or ask the site for a feed.",
  failed: 'Look at the download for its exact error.',
};

const TRY_AGAIN = 'They are tried again. If that goes on for days, the site has a fault: ask its operator.';

const BY_CLASS: { readonly [Class in DownloadErrorClass]?: string } = {
  http_403: 'Open the example in a browser. If it opens there, the site refuses crawlers: ask its operator.',
  http_404: 'The source names pages or films that are gone. Tell its operator if there are many.',
  http_429: 'Retried after a pause. If this happens daily, lower this source’s request rate.',
  http_5xx: TRY_AGAIN,
  http_other: TRY_AGAIN,
  network: TRY_AGAIN,
  timeout: TRY_AGAIN,
  truncated: TRY_AGAIN,
  bad_response: TRY_AGAIN,
  paused: 'Nothing to do: they are taken up after the pause.',
  too_large:
    'Their films are larger than this engine takes in. Leave them out, or ask the source for smaller ones.',
  private_address: 'They lead into a private network, where nothing is ever fetched. Leave them out.',
  bad_address: 'The source names them wrongly, or they belong to another site: tell its operator.',
  storage: 'Storing failed on this machine: see the health page and the log.',
  worker_died: 'A worker died over them more than once: see the log, and report it.',
  unexpected: 'That should not happen: see the log, and report it.',
};

export function adviceFor(decision: Decision, errorClass: string | null): string {
  return BY_CLASS[errorClass as DownloadErrorClass] ?? BY_DECISION[decision];
}
