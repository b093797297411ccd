import { pageHref } from '@vesper/contract';
import type { DescribeContext } from '../../shell/page.ts';
import { describeText } from '../legal-text/describe-text.ts';
import { LEGAL_TEXTS, legalNameOf } from './legal-texts.tsx';

export function describeLegal(context: DescribeContext) {
  const name = legalNameOf(context.params.page);
  const { title, lead } = LEGAL_TEXTS[name];
  return describeText(({ siteName }) => ({
    title,
    description: lead(siteName),
    path: pageHref.legal(name),
  }))(context);
}
