import { type Element, isTag } from 'domhandler'
import { appendAll } from '#shared/append-all.ts'
import type {
  StructuredDataInput,
  StructuredFinding,
  StructuredItem,
  StructuredValue,
} from '#shared/messages/payloads/structured-data.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { type Evidence, fail, notApplicable, notDecidable, pass } from '../../engine/rule.ts'
import type { Facts } from '../../facts/facts.ts'

/** All items of the page, nested ones too, outermost first. */
export const allItems = memoize((structured: StructuredDataInput): readonly StructuredItem[] => {
  const items = [...structured.items]
  for (const item of items)
    for (const values of Object.values(item.properties)) appendAll(items, values.filter(isItem))
  return items
})

function isItem(value: StructuredValue): value is StructuredItem {
  return typeof value === 'object' && 'properties' in value
}

/** Whether the item has a value for the property. */
export function hasValue({ properties }: StructuredItem, name: string): boolean {
  return (properties[name]?.length ?? 0) > 0
}

/** Texts and numbers of a property, as text; for an item its name. */
export function textsOf({ properties }: StructuredItem, name: string): string[] {
  return (properties[name] ?? []).flatMap((value) => {
    if (isItem(value)) return textsOf(value, 'name').slice(0, 1)
    return typeof value === 'string' || typeof value === 'number' ? [String(value).trim()] : []
  })
}

/** The items of a property; references are left out. */
export function itemsOf({ properties }: StructuredItem, name: string): StructuredItem[] {
  return (properties[name] ?? []).filter(isItem)
}

/** Whether the item has one of the types. */
export function hasType({ types }: StructuredItem, wanted: ReadonlySet<string>): boolean {
  return types.some((type) => wanted.has(type))
}

/** Label of an item in issues: its type and name. */
export function labelOf(item: StructuredItem): string {
  const name = textsOf(item, 'name')[0] ?? textsOf(item, 'headline')[0]
  const type = item.types[0] ?? 'item'
  return name === undefined ? type : `${type} "${name.slice(0, 80)}"`
}

/** Evidence that is an item, with its label or another value. */
export function itemEvidence(document: PageDocument, item: StructuredItem, value = labelOf(item)): Evidence {
  return { node: structuredElementAt(document, item.offset), value }
}

type Sources = Pick<Facts, 'document' | 'structured'>

/**
 * Verdict of a rule on findings of the extract stage. Not applicable without structured data; fails with
 * `message`, whose values are `affected`, `total` and `first`.
 */
export function evaluateFindings<const Message extends string>(
  { document, structured }: Sources,
  rule: string,
  message: Message,
  isMeant: (finding: StructuredFinding) => boolean = () => true,
) {
  const items = allItems(structured)
  const found = structured.findings.filter((finding) => finding.rule === rule && isMeant(finding))
  const [first] = found
  if (first === undefined && items.length === 0) return notApplicable
  if (first === undefined) return structured.isCut ? notDecidable('truncated') : pass
  const affected = new Set(found.map(itemKey)).size
  const extent = { affected, total: Math.max(affected, items.length) }
  const evidence = found.map((finding) => evidenceOf(document, finding))
  return fail(message, { values: { first: textOf(first) }, evidence, extent })
}

/** All findings of one item count as one. */
function itemKey({ type, path, offset }: StructuredFinding): string {
  return `${offset} ${type} ${path.slice(0, Math.max(0, path.lastIndexOf('.')))}`
}

/** Where it stands, what it is about, and the fault. */
function textOf({ type, path, message }: StructuredFinding): string {
  const place = [type, path].filter(Boolean).join('.')
  return place === '' ? message : `${place}: ${message}`
}

/** Evidence of a finding. */
export function evidenceOf(document: PageDocument, finding: StructuredFinding): Evidence {
  return { node: structuredElementAt(document, finding.offset), value: textOf(finding) }
}

/** Elements with structured data, in document order. */
const bearers = memoize((document: PageDocument): readonly { element: Element; start: number }[] => {
  const blocks = document.byTag('script').filter(isJsonLd)
  const markup = ['itemscope', 'itemprop', 'typeof', 'property'].flatMap((name) =>
    document.withAttribute(name),
  )
  return [...new Set([...blocks, ...markup])]
    .flatMap((element) => {
      const start = document.sourceLocation(element)?.start
      return start === undefined ? [] : [{ element, start }]
    })
    .sort((one, other) => one.start - other.start)
})

/** A media type may have parameters, in any case. */
export function isJsonLd({ name, attribs }: Element): boolean {
  const type = attribs.type?.split(';', 1)[0]?.trim().toLowerCase()
  return name === 'script' && type === 'application/ld+json'
}

/** The element whose start tag begins at the offset, or the JSON-LD block around it; null for neither. */
export function structuredElementAt(document: PageDocument, offset: number): Element | null {
  const all = bearers(document)
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const found = all[low - 1]
  if (found === undefined || !isTag(found.element)) return null
  return found.start === offset || isJsonLd(found.element) ? found.element : null
}
