import { CONTROL_ELEMENTS } from './control-elements.ts';

/** Every media-chrome element class has it; most type declarations omit it. */
interface TemplateSource {
  getTemplateHTML(attributes: Record<string, string>): string;
}

const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** The policy forbids inline styles, and media-chrome has no other way to add its own: each is allowed by hash. */
export function controlStyles(): string[] {
  const templates = CONTROL_ELEMENTS.map((element) =>
    (element as unknown as TemplateSource).getTemplateHTML({}),
  );
  const texts = templates.flatMap((template) => [...template.matchAll(STYLE)].map(([, text = '']) => text));
  return [...new Set(texts)];
}
