/** A crawler, or a mere name in robots.txt, by which material for training AI models is gathered. */
export interface AiCrawler {
  /** Its product token in robots.txt (RFC 9309, section 2.2.1). */
  token: string;
  /** Where its operator, or the list that knows it, says so. */
  source: string;
}

/**
 * Those whose operators say that what they gather trains models, each named apart from the operator's search engine.
 * Crawlers that fetch pages for an AI search or at a user's word are not among them: refusing these takes the site out
 * of answers. Last compared with the sources on 2026-11-23.
 */
export const AI_TRAINING_CRAWLERS: readonly AiCrawler[] = [
  { token: 'Amazonbot', source: 'https://developer.amazon.com/amazonbot' },
  { token: 'Applebot-Extended', source: 'https://support.apple.com/en-us/119829' },
  { token: 'Bytespider', source: 'https://github.com/ai-robots-txt/ai.robots.txt' },
  { token: 'CCBot', source: 'https://commoncrawl.org/ccbot' },
  { token: 'ClaudeBot', source: 'https://support.claude.com/en/articles/8896518' },
  { token: 'cohere-training-data-crawler', source: 'https://github.com/ai-robots-txt/ai.robots.txt' },
  { token: 'Diffbot', source: 'https://github.com/ai-robots-txt/ai.robots.txt' },
  {
    token: 'Google-Extended',
    source: 'https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers',
  },
  { token: 'GPTBot', source: 'https://developers.openai.com/docs/bots' },
  {
    token: 'meta-externalagent',
    source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
  },
  {
    token: 'omgili',
    source: 'https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website',
  },
  { token: 'PanguBot', source: 'https://github.com/ai-robots-txt/ai.robots.txt' },
  { token: 'Webzio-Extended', source: 'https://webz.io/bot.html' },
];
