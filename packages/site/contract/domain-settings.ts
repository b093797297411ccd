import {
  type AreaCalls,
  callsInArea,
  IdParams,
  oneOf,
  PICTURE_FILE,
  SeenVersion,
} from '@vesper/core/contract';
import { z } from 'zod';
import { BRAND_KINDS, BrandPicture, DomainConfig } from './domains.ts';

export const Domain = z.object({
  id: z.string(),
  /** Serves every host name without a domain of its own. */
  isDefault: z.boolean(),
  version: z.number().int(),
  config: DomainConfig,
  logo: BrandPicture.optional(),
  icon: BrandPicture.optional(),
  /** One sentence per adjustment made to keep its colours readable. */
  notes: z.array(z.string()),
});
export type Domain = z.infer<typeof Domain>;

const PictureParams = IdParams.extend({ kind: oneOf('kind', BRAND_KINDS) });

export const domainSettingsCalls = callsInArea('site', {
  list: {
    route: 'GET /api/domains',
    summary: 'Lists the domains with their configurations.',
    output: z.array(Domain),
  },
  get: {
    route: 'GET /api/domains/:id',
    summary: 'Returns one domain with its configuration.',
    params: IdParams,
    output: Domain,
    errors: ['not_found'],
  },
  create: {
    route: 'POST /api/domains',
    summary: 'Adds a domain.',
    undo: 'domainSettings.remove',
    body: z.object({ config: DomainConfig }),
    output: Domain,
    errors: ['conflict'],
  },
  change: {
    route: 'PATCH /api/domains/:id',
    summary: "Changes a domain's brand, texts and switches.",
    undo: 'itself',
    params: IdParams,
    body: z.object({
      version: z.int('The version must be a whole number.').min(1, 'The version must be a whole number.'),
      config: DomainConfig,
    }),
    output: Domain,
    errors: ['not_found', 'conflict'],
  },
  remove: {
    route: 'DELETE /api/domains/:id',
    summary: 'Removes a domain; the default domain then serves its host name.',
    asksPassword: true,
    params: IdParams,
    query: SeenVersion,
    output: z.object({ message: z.string() }),
    errors: ['not_found', 'conflict'],
  },
  uploadPicture: {
    route: 'POST /api/domains/:id/pictures/:kind/upload',
    summary: "Makes a picture a domain's logo or icon: a JPEG, PNG, WebP or AVIF.",
    undo: 'domainSettings.removePicture',
    params: PictureParams,
    takesFile: PICTURE_FILE,
    output: Domain,
    errors: ['not_found'],
  },
  removePicture: {
    route: 'DELETE /api/domains/:id/pictures/:kind',
    summary: "Removes a domain's logo or icon.",
    undo: 'domainSettings.uploadPicture',
    params: PictureParams,
    output: Domain,
    errors: ['not_found'],
  },
} as const satisfies AreaCalls);
