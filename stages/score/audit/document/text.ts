import { type AnyNode, isTag, isText, type ParentNode } from 'domhandler'

/** Elements without text for readers; `title` names the window or a drawing. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'title'])
/** Elements on a line of their own: words before and after them are different words (HTML Standard, 15.3). */
export const blocks: ReadonlySet<string> = new Set(
  `address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure
   footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section
   select summary table tbody td tfoot th thead tr ul`.split(/\s+/),
)

/** The text below a node as a reader sees it, white space collapsed and trimmed. Iterative, since pages nest deep. */
export function textOf(top: AnyNode): string {
  const pieces: string[] = []
  for (const { node, isEnd } of walk(top)) {
    if (isText(node)) {
      if (!isEnd) pieces.push(node.data)
    } else if (isTag(node) && blocks.has(node.name) && !(isEnd && node.name === 'br')) pieces.push(' ')
  }
  return pieces
    .join('')
    .replace(/[\t\n\f\r ]+/g, ' ')
    .trim()
}

/** Start and end of each node, without elements that hold no text for readers. */
function* walk(top: AnyNode): Generator<{ node: AnyNode; isEnd: boolean }> {
  let node: AnyNode | null = top
  while (node !== null) {
    yield { node, isEnd: false }
    const inner: AnyNode | null = node !== top && isSilent(node) ? null : firstChild(node)
    if (inner !== null) {
      node = inner
      continue
    }
    node = yield* leave(node, top)
  }
}

function* leave(from: AnyNode, top: AnyNode): Generator<{ node: AnyNode; isEnd: boolean }, AnyNode | null> {
  let node: AnyNode = from
  for (;;) {
    yield { node, isEnd: true }
    if (node === top) return null
    if (node.next !== null) return node.next
    if (node.parent === null) return null
    node = node.parent
  }
}

function isSilent(node: AnyNode): boolean {
  return isTag(node) && silent.has(node.name)
}

function firstChild(node: AnyNode): AnyNode | null {
  return 'firstChild' in node ? (node as ParentNode).firstChild : null
}
