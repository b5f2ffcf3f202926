import { enumerationLines, propertyLines, typeLines } from './vocabulary.data.ts'

/** How the text of a property is validated, see the table; enumerations by their members. */
export type ValueKind =
  | 'date'
  | 'time'
  | 'number'
  | 'boolean'
  | 'url'
  | 'duration'
  | ReadonlySet<string>
  | null

interface PropertyEntry {
  readonly domains: ReadonlySet<string>
  readonly kind: ValueKind
}

const kinds: Readonly<Record<string, ValueKind>> = {
  d: 'date',
  t: 'time',
  n: 'number',
  b: 'boolean',
  u: 'url',
  p: 'duration',
}

/** Data types are used like types, but have no properties. */
const dataTypes = new Set('Boolean Date DateTime Time Number Float Integer Text URL'.split(' '))

/** Names that schema.org has superseded and search engines still read, with the types that had them. */
const superseded = ['interactionCount - CreativeWork MediaObject Organization Person Place']

function linesOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
}

class Vocabulary {
  readonly #parents = new Map<string, readonly string[]>()
  readonly #properties = new Map<string, PropertyEntry>()
  readonly #ancestors = new Map<string, ReadonlySet<string>>()
  readonly #foldedTypes = new Map<string, string>()
  readonly #foldedProperties = new Map<string, string>()

  constructor() {
    for (const [type = '', ...parents] of linesOf(typeLines)) {
      this.#parents.set(type, parents)
      this.#foldedTypes.set(type.toLowerCase(), type)
    }
    const members = new Map(linesOf(enumerationLines).map(([name = '', ...all]) => [name, all]))
    for (const [property = '', kind = '-', ...domains] of linesOf(`${propertyLines.trim()}\n${superseded}`)) {
      const names = kind.startsWith('e:') ? kind.slice(2).split(',') : null
      const values = names && new Set(names.flatMap((name) => members.get(name) ?? []))
      this.#properties.set(property, { domains: new Set(domains), kind: values ?? kinds[kind] ?? null })
      this.#foldedProperties.set(property.toLowerCase(), property)
    }
  }

  hasType(name: string): boolean {
    return this.#parents.has(name) || dataTypes.has(name)
  }

  hasProperty(name: string): boolean {
    return this.#properties.has(name)
  }

  kindOf(property: string): ValueKind {
    return this.#properties.get(property)?.kind ?? null
  }

  /** Whether a type is `ancestor` or a subtype of it. */
  isA(type: string, ancestor: string): boolean {
    return type === ancestor || this.#ancestorsOf(type).has(ancestor)
  }

  /** Whether a type has a property, itself or by inheritance. */
  allows(type: string, property: string): boolean {
    const domains = this.#properties.get(property)?.domains
    if (domains === undefined) return false
    if (domains.has(type)) return true
    for (const ancestor of this.#ancestorsOf(type)) if (domains.has(ancestor)) return true
    return false
  }

  /** The type that differs only in case; null without one. */
  spelledType(name: string): string | null {
    return this.#foldedTypes.get(name.toLowerCase()) ?? null
  }

  /** The property that differs only in case; null without one. */
  spelledProperty(name: string): string | null {
    return this.#foldedProperties.get(name.toLowerCase()) ?? null
  }

  #ancestorsOf(type: string): ReadonlySet<string> {
    const known = this.#ancestors.get(type)
    if (known) return known
    const all = new Set<string>()
    for (const parent of this.#parents.get(type) ?? []) {
      all.add(parent)
      for (const further of this.#ancestorsOf(parent)) all.add(further)
    }
    // The vocabulary's own string: one that was cut out of a page keeps the page in memory.
    if (this.#parents.has(type)) this.#ancestors.set(this.spelledType(type) ?? type, all)
    return all
  }
}

let loaded: Vocabulary | undefined

/** The schema.org vocabulary. Its table is parsed at the first call. */
export function vocabulary(): Vocabulary {
  loaded ??= new Vocabulary()
  return loaded
}
