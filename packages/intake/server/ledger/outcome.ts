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
  new: 'Nothing to do: they are in the download queue.',
  known: 'Nothing to do: already in the library.',
  duplicate: 'Nothing to do: the same videos are in the library under other addresses.',
  blocked: 'They were taken down or removed, and are blocked. Remove the block if that was a mistake.',
  robots: 'Ask the site to allow our crawler in its robots.txt: its name is on the page /bot.',
  over_quota: "Later crawls will add them. Raise the source's daily quota to add more each day.",
  no_video:
    "Open the example. If it shows a video, its page lacks structured data that we can read: set rules for the source's pages, or ask the site for a feed.",
  failed: 'Look at the download for its exact error.',
};

const TRY_AGAIN = 'They are retried. If this lasts for days, the site has a problem: ask its operator.';

const BY_CLASS: { readonly [Class in DownloadErrorClass]?: string } = {
  http_403: 'Open the example in a browser. If it opens there, the site blocks crawlers: ask its operator.',
  http_404: 'The source lists pages or films that are gone. Tell its operator if there are many.',
  http_429: 'Retried after a pause. If this happens daily, lower this source’s request rate.',
  http_5xx: TRY_AGAIN,
  http_other: TRY_AGAIN,
  network: TRY_AGAIN,
  timeout: TRY_AGAIN,
  truncated: TRY_AGAIN,
  bad_response: TRY_AGAIN,
  paused: 'Nothing to do: they are retried after the pause.',
  too_large: 'Their films exceed the size limit. Ignore them, or ask the source for smaller ones.',
  private_address: 'They lead into a private network, from which nothing is ever fetched. Ignore them.',
  bad_address: 'They are invalid, or belong to another site: tell the operator of the source.',
  storage: 'Storing failed on this machine: see the health page and the log.',
  worker_died: 'They crashed a worker more than once: see the log, and report it.',
  unexpected: 'This should not happen: see the log, and report it.',
};

export function adviceFor(decision: Decision, errorClass: string | null): string {
  return BY_CLASS[errorClass as DownloadErrorClass] ?? BY_DECISION[decision];
}
