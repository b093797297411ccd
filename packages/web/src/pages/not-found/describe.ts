import { unlistedHead } from '../../head/head.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';

export function describeNotFound(
  { config }: Pick<DescribeContext, 'config'>,
  title = '404 Page Not Found',
): PageDescription {
  return { status: 404, isMissing: true, head: unlistedHead(config, title) };
}
