import { BRAND_KINDS, type BrandKind, brandPath, type Domain, LOGO_NAME } from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { PICTURE_HINT, PictureButton } from '@vesper/web/admin/ui/picture-button.tsx';

const WORDS: Record<BrandKind, { title: string; about: string; file: string }> = {
  logo: {
    title: 'Logo',
    about: 'Shown in the header instead of the name. Choose one that is readable on dark and on light.',
    file: LOGO_NAME,
  },
  icon: {
    title: 'Icon',
    about: 'Shown in tabs, bookmarks and on home screens. Best square, from 512 pixels on.',
    file: 'icon-192.png',
  },
};

const SAVED = 'Pages show it within five seconds.';

/** Saved at once, unlike the form. */
export function PicturesCard({ domain }: { domain: Domain }) {
  return (
    <Card title="Logo and icon" about={PICTURE_HINT}>
      <div className="grid gap-6 md:grid-cols-2">
        {BRAND_KINDS.map((kind) => (
          <Picture key={kind} kind={kind} domain={domain} />
        ))}
      </div>
    </Card>
  );
}

function Picture({ kind, domain: { id, [kind]: picture } }: { kind: BrandKind; domain: Domain }) {
  const { title, about, file } = WORDS[kind];
  const noun = title.toLowerCase();
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      {picture && (
        <img
          src={brandPath(picture, file)}
          alt={`The ${noun}`}
          width={picture.width}
          height={picture.height}
          className={`${kind === 'logo' ? 'h-8' : 'h-12'} w-auto max-w-full self-start object-contain`}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <PictureButton
          word={picture ? `Replace ${noun}` : `Upload ${noun}`}
          run={(client, blob) => client.domainSettings.uploadPicture({ id, kind, file: blob })}
          failure={`The ${noun} could not be uploaded.`}
          success={() => ({ title: `${title} uploaded`, description: SAVED })}
        />
        <ActButton
          word={`Remove ${noun}`}
          size="small"
          disabled={!picture}
          run={(client) => client.domainSettings.removePicture({ id, kind })}
          failure={`The ${noun} could not be removed.`}
          success={`${title} removed`}
        />
      </div>
      <p className="text-xs text-muted">{about}</p>
    </section>
  );
}
