import {
  CASE_KIND_FORMS,
  type CallOutput,
  type CaseKindForm,
  caseKindBySlug,
  PAGE_PATTERNS,
  pageHref,
  routes,
} from '@vesper/contract';
import type { PageForm } from '@vesper/core/http/page-forms.ts';

type Fields = ReadonlyMap<string, string>;

export const REPORT_FORMS: readonly PageForm[] = [
  { path: PAGE_PATTERNS.reportForm, read: (fields, { slug = '' }) => submission(slug, fields) },
  { path: PAGE_PATTERNS.dmcaSubmit, read: (fields) => submission('copyright', fields) },
  {
    path: PAGE_PATTERNS.reportStatus,
    read(fields, { token = '' }) {
      const after = () => pageHref.reportStatus(token);
      if (fields.get('act') === 'link') return { call: routes.reports.sendLink, input: { token }, after };
      if (fields.get('act') === 'withdraw')
        return { call: routes.reports.withdraw, input: { token, isSure: fields.has('isSure') }, after };
      return {
        call: routes.reports.supplement,
        // The token does not tell the notice's kind.
        input: { ...anyKind(fields), token },
        after,
      };
    },
  },
  {
    path: PAGE_PATTERNS.reportConfirm,
    read: (_fields, { token = '' }) => ({
      call: routes.reports.confirm,
      input: { token },
      after: (output) => (output as CallOutput<typeof routes.reports.confirm>).statusPath,
    }),
  },
];

function submission(slug: string, fields: Fields) {
  const form = caseKindBySlug(slug);
  if (!form) return undefined;
  const isCopyright = slug === 'copyright';
  return {
    call: isCopyright ? routes.takedowns.submit : routes.reports.submit,
    input: {
      ...valuesOf(form, fields),
      ...{ proof: fields.get('proof') },
      ...(isCopyright ? { videoId: fields.get('videoId') } : { slug }),
    },
    after: (output: unknown) => (output as { statusPath: string }).statusPath,
  };
}

/** Any text counts as a tick. */
function valuesOf({ fields: known }: Pick<CaseKindForm, 'fields'>, fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(known).map(([name, { type }]) => [
      name,
      type === 'tick' ? fields.has(name) : fields.get(name),
    ]),
  );
}

const NAMES = [...new Set([...CASE_KIND_FORMS.flatMap(({ fields }) => Object.keys(fields)), 'note'])];
const TICKS = new Set(
  CASE_KIND_FORMS.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { type }]) => (type === 'tick' ? [name] : [])),
  ),
);

function anyKind(fields: Fields): Record<string, unknown> {
  const names = NAMES.filter((name) => fields.has(name));
  return Object.fromEntries(names.map((name) => [name, TICKS.has(name) ? true : fields.get(name)]));
}
