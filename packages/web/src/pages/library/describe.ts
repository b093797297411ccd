import { unlistedHead } from '../../head/head.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';

export function describeLibrary({ config }: DescribeContext): PageDescription {
  return {
    status: 200,
    head: {
      ...unlistedHead(config, 'Your library'),
      description: 'History, favourites and watch later, kept in your browser only.',
    },
  };
}
