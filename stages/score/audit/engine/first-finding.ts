import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import type { Evidence } from './rule.ts'

/** As long as a thing that a message names may be. */
const MAX_NAME_CHARS = 120
/** Examined of a text of the page, which may be of any length. */
const MAX_READ_CHARS = 2_000

/** What tells an element from others of its kind, the most telling first. */
const telling = ['src', 'href', 'name', 'property', 'for', 'id', 'class'] as const

/**
 * The names that messages have for the first of what was found: `first` is its value, or its element where it has no
 * value; `element` is its element as a CSS selector. URLs of `origin`, that of the page, are paths. Empty without
 * evidence.
 */
export function firstFinding(
  [evidence]: readonly Evidence[],
  origin: string,
): Readonly<Record<string, string>> {
  if (evidence === undefined) return {}
  const element = evidence.node === null ? '' : nameOf(evidence.node)
  const value = shortened(withoutOrigin(oneLine(evidence.value), origin))
  return { first: value || element, element: element || value }
}

/** Cuts the name of a thing in the middle, so that a path keeps its beginning and its file. */
export function shortened(name: string): string {
  if (name.length <= MAX_NAME_CHARS) return name
  const kept = MAX_NAME_CHARS - 1
  const start = name.slice(0, Math.ceil(kept / 2)).replace(/[\uD800-\uDBFF]$/, '')
  const end = name.slice(-Math.floor(kept / 2)).replace(/^[\uDC00-\uDFFF]/, '')
  return `${start}…${end}`
}

function oneLine(text: string): string {
  return text.slice(0, MAX_READ_CHARS).replace(/\s+/g, ' ').trim()
}

function withoutOrigin(text: string, origin: string): string {
  return text.startsWith(`${origin}/`) ? text.slice(origin.length) : text
}

function nameOf(node: AnyNode): string {
  if (isTag(node)) return shortened(selectorLike(node))
  return isText(node) ? shortened(oneLine(node.data)) : ''
}

/** Such as `img[src="/a.png"]`, `div#menu` and `button.close`. */
function selectorLike({ name, attribs }: Element): string {
  const attribute = telling.find((one) => oneLine(attribs[one] ?? '') !== '')
  if (attribute === undefined) return name
  const value = oneLine(attribs[attribute] ?? '')
  if (attribute === 'id') return `${name}#${value}`
  return attribute === 'class' ? `${name}.${value.split(' ', 1)[0]}` : `${name}[${attribute}="${value}"]`
}
