import { pageHref } from '@vesper/contract';

export interface Question {
  id: string;
  question: string;
  /** Plain paragraphs: search engines are given the same. */
  answer: (site: string) => string[];
  link?: { href: string; text: string };
}

export const QUESTIONS: readonly Question[] = [
  {
    id: 'free',
    question: 'Is it really free to use?',
    answer: (site) => [
      `Yes. Everything on ${site} is free to watch: no subscription, no trial, no hidden charges, and no one will ask for a card.`,
      'You only need to be 18 or older.',
    ],
  },
  {
    id: 'account',
    question: 'Do I need an account?',
    answer: () => [
      'No account is needed, and there is none to create. Open a video and watch it.',
      'Personal things such as your theme and your lists are kept in your own browser, not with us.',
    ],
  },
  {
    id: 'daily-content',
    question: 'How often is new content added?',
    answer: () => [
      'Daily. Our crawler runs at 2 AM every day and adds the new videos that it finds at our sources.',
      'The newest videos are always first on the home page.',
    ],
  },
  {
    id: 'downloads',
    question: 'Do I have to download anything to watch?',
    answer: () => [
      'No downloads, apps or plugins are needed. Videos play right in your browser, on a computer, tablet or phone.',
      'If a page anywhere tells you to install something in order to watch one of our videos, it is not from us.',
    ],
  },
  {
    id: 'search',
    question: 'How do I find something with search and categories?',
    answer: () => [
      'Type a word or two into the search box on the home page; results appear while you type. Or choose a category to see everything in it.',
      'Below each video you find its category, its tags and related videos. Each of them leads to more of the same.',
    ],
    link: { href: pageHref.home(), text: 'Go to search and categories' },
  },
  {
    id: 'quality',
    question: 'What video quality is there?',
    answer: () => [
      'It depends on the source: many videos are in HD, a good number in Full HD, and some in 4K. A badge on the picture (HD, Full HD or 4K) shows the real quality of the video.',
      'If a video stutters, your connection may be too slow for it at the moment; pausing for a while helps.',
    ],
  },
  {
    id: 'reporting',
    question: 'How do I report a video?',
    answer: () => [
      'Use the report form for copyright infringement and anything else that should not be here, or write to us by e-mail with the address of the page. We review reports within 24-48 hours.',
      'If it is about a minor or about content published without consent, put URGENT in the subject and we will look at it first.',
    ],
    link: { href: pageHref.dmcaSubmit(), text: 'Open the report form' },
  },
  {
    id: 'duplicates',
    question: 'Why do I sometimes see duplicates?',
    answer: () => [
      'Every video is checked for duplicates by its source address before it is added, so the same page is never added twice.',
      'Now and then two sources offer the same video under different addresses. Tell us if you find such a pair and we will keep the better one.',
    ],
  },
  {
    id: 'requests',
    question: 'Can I request videos?',
    answer: () => [
      'Yes. Write to us what you would like to see more of: a topic, a category or a source. We cannot promise a particular video, because we show only what our sources permit, but requests do guide what is added.',
    ],
    link: { href: pageHref.contact(), text: 'Send a request' },
  },
  {
    id: 'privacy',
    question: 'Is my privacy protected?',
    answer: () => [
      'Yes. There are no accounts, no trackers and no third-party analytics. Views are counted without storing who watched.',
      'Your history and lists never leave your browser, and you can wipe them at any time.',
    ],
    link: { href: pageHref.privacyPolicy(), text: 'Read the privacy policy' },
  },
];
