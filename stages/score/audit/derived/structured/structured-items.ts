import type {
  StructuredDataInput,
  StructuredItem,
  StructuredValue,
} from '#shared/messages/payloads/structured-data.ts'
import { memoize } from '../../engine/memoize.ts'

/** All items of the page, nested ones too, outermost first. */
export const allItems = memoize((structured: StructuredDataInput): readonly StructuredItem[] => {
  const items = [...structured.items]
  for (const item of items)
    for (const values of Object.values(item.properties)) items.push(...values.filter(isItem))
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
