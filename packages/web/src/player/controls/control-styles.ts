import { CONTROL_ELEMENTS } from './control-elements.ts';

/** A property of every media-chrome element class; its type declarations omit it from most. */
interface TemplateSource {
  getTemplateHTML(attributes: Record<string, string>): string;
}

const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/**
 * The text of every style element in the controls' shadow trees. The policy lists each by its hash: it forbids inline
 * styles, and media-chrome has no other way to add its own.
 */
export function controlStyles(): string[] {
  const templates = CONTROL_ELEMENTS.map((element) =>
    (element as unknown as TemplateSource).getTemplateHTML({}),
  );
  const texts = templates.flatMap((template) => [...template.matchAll(STYLE)].map(([, text = '']) => text));
  return [...new Set(texts)];
}
