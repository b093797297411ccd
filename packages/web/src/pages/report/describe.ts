import { caseKindBySlug, pageHref } from '@vesper/contract';
import { readQuery } from '../../data/answers.ts';
import { templatedTitle, unlistedHead } from '../../head/head.ts';
import { breadcrumbs } from '../../head/structured-data.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';
import { describeText } from '../legal-text/describe-text.ts';
import { describeNotFound } from '../not-found/describe.ts';
import { refusedAt } from '../notice/refused-form.ts';
import { confirmationQuery, reportStatusQuery } from './queries.ts';

export const describeReport = describeText({
  title: 'Report Something',
  description: (site) =>
    `Report content to ${site}: intimate images, somebody under 18, illegal content, copyright, personal data. No account is needed.`,
  path: pageHref.report(),
});

export function describeReportForm(context: DescribeContext): PageDescription {
  const { config, origin, params, cache } = context;
  const form = caseKindBySlug(params.slug ?? '');
  if (!form) return describeNotFound(context);
  const path = pageHref.reportForm(form.slug);
  const trail = [
    { name: config.siteName, path: pageHref.home() },
    { name: 'Report Something', path: pageHref.report() },
    { name: form.title, path },
  ];
  const title = templatedTitle(config, form.title);
  const head = {
    title: refusedAt(cache, path) ? `Error: ${title}` : title,
    description: `${form.choice}: report it to ${config.siteName}. No account is needed, and you are told the outcome.`,
    keywords: [],
    // Search engines index only the choice of forms.
    robots: 'noindex,follow' as const,
    canonical: origin + path,
    kind: 'website' as const,
    structuredData: [breadcrumbs(trail, origin)],
  };
  // Copyright has a page of its own.
  return form.slug === 'copyright' ? { status: 301, location: path, head } : { status: 200, head };
}

export function describeReportStatus(context: DescribeContext): PageDescription | undefined {
  const { client, cache, params } = context;
  return describePrivate(context, readQuery(cache, reportStatusQuery(client, params.token)), 'Your Notice');
}

export function describeReportConfirm(context: DescribeContext): PageDescription | undefined {
  const { client, cache, params } = context;
  return describePrivate(
    context,
    readQuery(cache, confirmationQuery(client, params.token)),
    'Confirm Your Notice',
  );
}

/** For one person; `found` is null if there is none. The title tells onlookers nothing. */
function describePrivate(
  context: DescribeContext,
  found: unknown,
  title: string,
): PageDescription | undefined {
  if (found === undefined) return undefined;
  if (found === null) return describeNotFound(context, 'Not Found');
  return { status: 200, head: unlistedHead(context.config, title, 'noindex,nofollow') };
}
