import { type AnyNode, type Element, isTag } from 'domhandler'

/** Position in the decoded text of the page: offsets in UTF-16 code units; line and column start at 1. */
export interface SourceLocation {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly column: number
}

const SNIPPET_CHARS = 200

interface ParserLocation {
  readonly startOffset: number
  readonly endOffset: number
  readonly startLine: number
  readonly startCol: number
}

function locationOf(node: AnyNode): ParserLocation | null {
  const found = (node as { sourceCodeLocation?: (ParserLocation & { startTag?: ParserLocation }) | null })
    .sourceCodeLocation
  return found?.startTag ?? found ?? null
}

/** Position of the node's start tag, or of the node itself; null for nodes that the parser added. */
export function sourceLocationOf(node: AnyNode): SourceLocation | null {
  const found = locationOf(node)
  if (found === null) return null
  const { startOffset, endOffset, startLine, startCol } = found
  return { start: startOffset, end: endOffset, line: startLine, column: startCol }
}

/** The start tag, or the node itself, as written; '' for nodes that the parser added. */
export function snippetOf(source: string, node: AnyNode): string {
  const place = sourceLocationOf(node)
  if (place === null) return ''
  const snippet = source.slice(place.start, Math.min(place.end, place.start + SNIPPET_CHARS))
  return place.end - place.start > SNIPPET_CHARS ? `${snippet}…` : snippet
}

/** Longer ids and names are not used in selectors: a page may make them as long as it likes. */
const plainIdent = /^[A-Za-z_][\w-]{0,99}$/

/**
 * A selector that matches this element only: its id where no other element has it; else its position below the
 * nearest ancestor with a unique id, or below the root.
 */
export function selectorOf(element: Element, isUniqueId: (id: string) => boolean): string {
  const steps: string[] = []
  let node: Element | null = element
  while (node !== null) {
    const id: string | undefined = node.attribs.id
    if (id !== undefined && plainIdent.test(id) && isUniqueId(id)) {
      steps.unshift(`#${id}`)
      break
    }
    steps.unshift(stepOf(node))
    node = node.parent !== null && isTag(node.parent) ? node.parent : null
  }
  return steps.join(' > ')
}

function stepOf(element: Element): string {
  const name = plainIdent.test(element.name) ? element.name : '*'
  const twins = (candidate: AnyNode | null) =>
    candidate !== null && isTag(candidate) && (name === '*' || candidate.name === name)
  const position = countBefore(element, twins) + 1
  const isOnly = position === 1 && !hasAfter(element, twins)
  return isOnly ? name : `${name}:nth-${name === '*' ? 'child' : 'of-type'}(${position})`
}

function countBefore(element: Element, isTwin: (node: AnyNode | null) => boolean): number {
  let count = 0
  for (let node = element.prev; node !== null; node = node.prev) if (isTwin(node)) count += 1
  return count
}

function hasAfter(element: Element, isTwin: (node: AnyNode | null) => boolean): boolean {
  for (let node = element.next; node !== null; node = node.next) if (isTwin(node)) return true
  return false
}
