import { createElement, type SVGProps } from 'react';

interface IconData {
  name: string;
  aliases?: unknown[];
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/** Replaces lucide's function for visitors (`slim-icons.ts`): the same markup, without what no page uses. */
export function makeIcon({ name, aliases = [], node }: IconData) {
  const names = [name, ...aliases.filter((alias) => typeof alias === 'string')];
  const ownClasses = ['lucide', ...names.map((one) => `lucide-${one}`)].join(' ');
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, when its module is read.
  return function Icon({ className, ...rest }: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${ownClasses} ${className}` : ownClasses,
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
