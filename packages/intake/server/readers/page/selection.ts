import { compile, type Options, selectAll } from 'css-select';
import { type AnyNode, type Document, type Element, isTag, isText } from 'domhandler';
import { DomHandler, DomUtils, Parser } from 'htmlparser2';

export type Selection = ReturnType<typeof createSelection>;

/** For all rules of a page; usual rules take thousands. A selector may take exponential time. */
const MAX_STEPS = 1_000_000;
const TOO_COSTLY = 'The rules take too long on this page: use shorter selectors.';

export function selectorProblem(selector: string): string | undefined {
  try {
    compile(
      selector,
      optionsFor(() => {}),
    );
    return undefined;
  } catch {
    return `"${selector}" is not a CSS selector that can be used here.`;
  }
}

/** Each visit to an element counts as a step, whatever the selector. */
export function createSelection(page: Document) {
  let left = MAX_STEPS;
  const spend = (steps: number) => {
    left -= steps;
    if (left < 0) throw new RangeError(TOO_COSTLY);
  };
  return {
    /** In document order. Throws RangeError once the page's steps are used up. */
    select: (selector: string) => selectAll<AnyNode, Element>(selector, page.children, optionsFor(spend)),
    /** Without scripts and styles. Throws RangeError like `select`. */
    textOf: (element: Element, maxLength: number) => textOf(element, maxLength, spend),
  };
}

type Spend = (steps: number) => void;

/** Own attributes only: "constructor" must not find JavaScript's. */
function optionsFor(spend: Spend): Options<AnyNode, Element> {
  const attributeOf = ({ attribs }: Element, name: string) =>
    Object.hasOwn(attribs, name) ? attribs[name] : undefined;
  const counted =
    <In extends unknown[], Out>(look: (...args: In) => Out) =>
    (...args: In): Out => {
      spend(1);
      return look(...args);
    };
  return {
    adapter: {
      isTag(node): node is Element {
        spend(1);
        return isTag(node);
      },
      getAttributeValue(element, name) {
        const value = attributeOf(element, name);
        spend(1 + (value?.length ?? 0) / 16);
        return value;
      },
      hasAttrib: counted((element, name) => attributeOf(element, name) !== undefined),
      getChildren: counted(DomUtils.getChildren),
      getName: counted(DomUtils.getName),
      getParent: counted(DomUtils.getParent),
      getSiblings: counted(DomUtils.getSiblings),
      getText: (node) => textOf(node, Number.POSITIVE_INFINITY, spend),
      removeSubsets: (nodes) => nodes,
      equals: counted((one, other) => one === other),
    },
  };
}

function textOf(node: AnyNode, maxLength: number, spend: Spend): string {
  let text = '';
  for (const piece of textsIn(node, spend)) {
    spend(piece.length / 16);
    text += piece;
    if (text.length >= maxLength) break;
  }
  return text.slice(0, maxLength);
}

function* textsIn(node: AnyNode, spend: Spend): Generator<string> {
  spend(1);
  if (isText(node)) yield node.data;
  if (isTag(node) && node.type !== 'tag') return;
  if (isTag(node)) for (const child of node.children) yield* textsIn(child, spend);
}

const PIECE_LENGTH = 16_384;
const MAX_DEPTH = 256;
const MAX_NODES = 50_000;

/** Elements and texts without comments; nothing runs. Stops at a depth of 256 or after 50,000 nodes. */
export function readDom(html: string): Document {
  const dom = new DomHandler();
  let depth = 0;
  let nodes = 0;
  let isFull = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      nodes += 1;
      isFull ||= depth > MAX_DEPTH || nodes > MAX_NODES;
      if (!isFull) dom.onopentag(name, attributes);
    },
    ontext(text) {
      nodes += 1;
      if (!isFull) dom.ontext(text);
    },
    onclosetag() {
      depth -= 1;
      if (!isFull) dom.onclosetag();
    },
  });
  for (let start = 0; start < html.length && !isFull; start += PIECE_LENGTH) {
    parser.write(html.slice(start, start + PIECE_LENGTH));
  }
  if (!isFull) parser.end();
  return dom.root;
}
