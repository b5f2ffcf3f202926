import type { AttributeMask, Attributes } from './attributes.ts'
import type { Collector } from './collector.ts'
import { knownTraits, type Traits, tagNames, traitsOf } from './elements.ts'
import type { SourceText } from './source-text.ts'

/** What a scan does at a tag of one name. */
export interface Entry {
  readonly traits: Traits
  /** Collectors that ask for the name; the others may ask for an attribute. */
  readonly collectors: readonly Shown[]
  readonly byAttribute: readonly Shown[]
}

/** A collector with its options, in one object shape for all. */
export interface Shown {
  readonly collector: Collector
  readonly marks: AttributeMask
  readonly seesForeign: boolean
  readonly seesNoscript: boolean
}

/**
 * Number of unknown tag names whose entries are cached. Further names are looked up each time, so that a page of
 * invented names costs no memory.
 */
const maxCachedNames = 300

const nobody: readonly Shown[] = []

/** The entries of one pass, by the name of a tag. */
export class Entries {
  readonly #source: SourceText
  readonly #collectors: readonly Shown[]
  readonly #byName = new Map<string, Shown[]>()
  readonly #byAttribute: readonly Shown[]
  /** By the number of the name. */
  readonly #known: Entry[] = []
  readonly #others = new Map<string, Entry>()

  constructor(source: SourceText, collectors: readonly Collector[], attributes: Attributes) {
    this.#source = source
    this.#collectors = collectors.map((collector) => ({
      collector,
      marks: attributes.maskOf(collector.attributes ?? []),
      seesForeign: collector.sees?.foreign ?? false,
      seesNoscript: collector.sees?.noscript ?? false,
    }))
    this.#byAttribute = this.#collectors.filter(({ marks }) => marks !== 0)
    for (const one of this.#collectors) for (const name of one.collector.tags ?? []) this.#keep(name, one)
  }

  #keep(name: string, one: Shown): void {
    const others = this.#byName.get(name)
    if (others) others.push(one)
    else this.#byName.set(name, [one])
  }

  /** The entry of the tag whose name is the given range of the source. */
  of(start: number, end: number): Entry {
    const number = tagNames.find(this.#source.codes, start, end)
    return number < 0 ? this.#other(start, end) : (this.#known[number] ?? this.#cache(number))
  }

  #cache(number: number): Entry {
    const entry = this.#entryFor(knownTraits[number] ?? traitsOf(''))
    this.#known[number] = entry
    return entry
  }

  #other(start: number, end: number): Entry {
    const written = this.#source.text.slice(start, end)
    const known = this.#others.get(written)
    if (known) return known
    const entry = this.#entryFor(traitsOf(written.toLowerCase()))
    if (this.#others.size < maxCachedNames) this.#others.set(written, entry)
    return entry
  }

  #entryFor(traits: Traits): Entry {
    const collectors = this.#byName.get(traits.name) ?? nobody
    const byAttribute =
      collectors.length === 0
        ? this.#byAttribute
        : this.#byAttribute.filter((one) => !collectors.includes(one))
    return { traits, collectors, byAttribute }
  }
}
