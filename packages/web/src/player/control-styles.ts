import { CONTROL_ELEMENTS } from './control-elements.ts';

/** What every element class of media-chrome has; its declarations leave it out of most. */
interface TemplateSource {
  getTemplateHTML(attributes: Record<string, string>): string;
}

const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/**
 * The text of every style element that the controls put into their shadow trees. The policy names each by its
 * hash: it forbids inline styles, and media-chrome knows no other way to bring its own.
 */
export function controlStyles(): string[] {
  const templates = CONTROL_ELEMENTS.map((element) =>
    (element as unknown as TemplateSource).getTemplateHTML({}),
  );
  const texts = templates.flatMap((template) => [...template.matchAll(STYLE)].map(([, text = '']) => text));
  return [...new Set(texts)];
}
