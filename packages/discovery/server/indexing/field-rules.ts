import type { FIELD_LEVELS } from '@vesper/contract';

export type FieldForm = 'text' | 'address' | 'moment' | 'duration' | 'number' | 'yes or no' | 'things';

export interface FieldRule {
  /** One of these is enough. */
  names: readonly string[];
  level: Exclude<(typeof FIELD_LEVELS)[number], 'other'>;
  form: FieldForm;
  /** For `things`. */
  of?: { type: string; least?: number; fields: readonly FieldRule[] };
}

const required = (name: string, form: FieldForm): FieldRule => ({ names: [name], level: 'required', form });
const recommended = (names: string, form: FieldForm): FieldRule => ({
  names: names.split(' or '),
  level: 'recommended',
  form,
});
const optional = (name: string, form: FieldForm): FieldRule => ({
  names: [name],
  level: 'where it applies',
  form,
});

/**
 * As published on 2026-11-23: https://developers.google.com/search/docs/appearance/structured-data/video (VideoObject),
 * /breadcrumb (BreadcrumbList), /docs/appearance/site-names (WebSite); else schema.org's definitions.
 */
export const TYPE_RULES: Readonly<Record<string, readonly FieldRule[]>> = {
  VideoObject: [
    required('name', 'text'),
    required('thumbnailUrl', 'address'),
    required('uploadDate', 'moment'),
    recommended('description', 'text'),
    recommended('contentUrl or embedUrl', 'address'),
    recommended('duration', 'duration'),
    {
      ...recommended('interactionStatistic', 'things'),
      of: {
        type: 'InteractionCounter',
        fields: [required('interactionType', 'things'), required('userInteractionCount', 'number')],
      },
    },
    optional('expires', 'moment'),
    optional('regionsAllowed', 'text'),
    optional('isFamilyFriendly', 'yes or no'),
    optional('url', 'address'),
  ],
  BreadcrumbList: [
    {
      ...required('itemListElement', 'things'),
      of: {
        type: 'ListItem',
        least: 2,
        fields: [required('position', 'number'), required('name', 'text'), required('item', 'address')],
      },
    },
  ],
  WebSite: [
    required('name', 'text'),
    required('url', 'address'),
    optional('alternateName', 'text'),
    optional('description', 'text'),
    {
      ...optional('potentialAction', 'things'),
      of: {
        type: 'SearchAction',
        fields: [
          {
            ...required('target', 'things'),
            of: { type: 'EntryPoint', fields: [required('urlTemplate', 'address')] },
          },
          required('query-input', 'text'),
        ],
      },
    },
  ],
  CollectionPage: [
    required('name', 'text'),
    required('url', 'address'),
    { ...recommended('mainEntity', 'things'), of: { type: 'ItemList', fields: [] } },
    optional('description', 'text'),
  ],
  ItemList: [
    {
      ...required('itemListElement', 'things'),
      of: {
        type: 'ListItem',
        least: 1,
        fields: [required('position', 'number'), required('url', 'address'), recommended('name', 'text')],
      },
    },
    recommended('numberOfItems', 'number'),
  ],
};

/** https://ogp.me: four are required, sites show the others. */
export const OPEN_GRAPH_RULES: readonly FieldRule[] = [
  required('og:title', 'text'),
  required('og:type', 'text'),
  required('og:image', 'address'),
  required('og:url', 'address'),
  recommended('og:description', 'text'),
  recommended('og:site_name', 'text'),
  recommended('og:image:alt', 'text'),
  recommended('og:image:width', 'number'),
  recommended('og:image:height', 'number'),
  optional('og:video', 'address'),
  optional('og:video:type', 'text'),
];
