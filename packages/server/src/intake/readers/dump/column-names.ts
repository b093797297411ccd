import type { DumpColumn } from '@vesper/contract';

/** What exports call their columns, in lower case and without "_", "-" and spaces. */
const NAMES: Readonly<Record<Exclude<DumpColumn, 'ignored'>, string>> = {
  id: 'id videoid externalid vid guid contentid uid vkey viewkey',
  url: 'url loc address link sourceurl videourl pageurl page permalink watchurl href',
  title: 'title name videotitle headline',
  description: 'description desc text summary',
  embed: 'embed embedcode embedurl embedlink iframe iframeurl player playerurl embedhtml',
  file: 'file contenturl fileurl mp4 mp4url download downloadurl flv src mediaurl mediafile',
  thumbnail: `thumbnail thumbnailurl thumb thumburl thumbs thumbnails image imageurl poster picture preview
    previewimage mainthumb defaultthumb screenshot screenshots`,
  duration: 'duration length runtime time seconds durationseconds videolength',
  tags: 'tags tag keywords labels',
  categories: 'categories category cat cats channel channels genre genres niche niches',
  date: `date added dateadded addeddate adddate published publishdate publishedat publicationdate uploaded
    uploaddate uploadedat created createdat postdate pubdate approvedate`,
  width: 'width',
  height: 'height resolution',
};

const COLUMNS: ReadonlyMap<string, DumpColumn> = new Map(
  Object.entries(NAMES).flatMap(([column, names]) =>
    names.split(/\s+/).map((name) => [name, column as DumpColumn]),
  ),
);

/** The column that a header's name means; undefined for unknown names. */
export function columnNamed(name: string): DumpColumn | undefined {
  return name.length > 40 ? undefined : COLUMNS.get(name.toLowerCase().replace(/[\s"#_-]/g, ''));
}
