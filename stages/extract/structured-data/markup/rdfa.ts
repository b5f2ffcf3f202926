import { maxTextChars, type Tag } from '../../html/collector.ts'
import { tidy } from '../../text/tidy.ts'
import { type MarkupFacts, type MarkupValue, maxItems, maxProperties, tokensIn } from '../facts.ts'

/** The evaluation context of an element (RDFa Core 1.1, 7.2). */
interface Context {
  readonly vocab: string
  readonly prefixes: ReadonlyMap<string, string>
  /** Index of the item that properties belong to; -1 without one. */
  readonly item: number
}

interface OpenProperty {
  readonly names: readonly string[]
  value: MarkupValue
}

interface OpenItem {
  readonly source: 'rdfa'
  readonly types: readonly string[]
  readonly id: string | null
  readonly offset: number
  isTop: boolean
  readonly properties: OpenProperty[]
}

/** Prefixes without declaration (RDFa Core Initial Context), as far as pages use them. */
const initialPrefixes: ReadonlyMap<string, string> = new Map([
  ['schema', 'https://schema.org/'],
  ['og', 'http://ogp.me/ns#'],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['dc', 'http://purl.org/dc/terms/'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['gr', 'http://purl.org/goodrelations/v1#'],
  ['sioc', 'http://rdfs.org/sioc/ns#'],
  ['skos', 'http://www.w3.org/2004/02/skos/core#'],
  ['v', 'http://rdf.data-vocabulary.org/#'],
  ['vcard', 'http://www.w3.org/2006/vcard/ns#'],
])

/** Maximum number of active prefixes: each declaration copies those around it. */
const maxPrefixes = 200

const whole: Context = { vocab: '', prefixes: initialPrefixes, item: -1 }
const marks = ['vocab', 'prefix', 'typeof', 'resource', 'about']

function prefixesWith(outer: Context['prefixes'], declaration: string | null): Context['prefixes'] {
  const tokens = tokensIn(declaration)
  if (tokens.length < 2) return outer
  const prefixes = new Map(outer)
  for (let at = 0; at + 1 < tokens.length && prefixes.size < maxPrefixes; at += 2)
    if (tokens[at]?.endsWith(':'))
      prefixes.set((tokens[at] ?? '').slice(0, -1).toLowerCase(), tokens[at + 1] ?? '')
  return prefixes
}

/** Expands a term, a compact URL or a full URL (RDFa Core 1.1, 7.4); null for terms without a vocabulary. */
function expanded(word: string, { vocab, prefixes }: Context): string | null {
  const colon = word.indexOf(':')
  if (colon < 0) return vocab === '' ? null : vocab + word
  const prefix = prefixes.get(word.slice(0, colon).toLowerCase())
  return prefix === undefined || word.startsWith('//', colon + 1) ? word : prefix + word.slice(colon + 1)
}

function allExpanded(words: string | null, context: Context): string[] {
  return tokensIn(words)
    .map((word) => expanded(word, context))
    .filter((address) => address !== null)
}

/** Reads RDFa Lite 1.1 (vocab, typeof, property, resource, prefix), and about, from start tags in document order. */
export class Rdfa {
  readonly #items: OpenItem[] = []
  readonly #around: Context[] = []
  #properties = 0
  #isCut = false

  open(tag: Tag): void {
    const { attributes } = tag
    const outer = this.#around.at(-1) ?? whole
    const isMarked = marks.some((name) => attributes.has(name))
    if (!isMarked && outer.item < 0) return
    const context = isMarked ? this.#contextOf(tag, outer) : outer
    const names = outer.item < 0 ? [] : allExpanded(attributes.get('property'), context)
    if (names.length > 0) this.#property(tag, names, outer.item, context.item)
    if (context !== outer) this.#enter(tag, context)
  }

  /** All items, once the document has ended. */
  facts(): MarkupFacts {
    return { items: this.#items, strayOffsets: [], danglingRefs: [], isCut: this.#isCut }
  }

  #enter(tag: Tag, context: Context): void {
    this.#around.push(context)
    // The tags of html and body are optional: their declarations apply to the end.
    if (tag.name === 'html' || tag.name === 'body') return
    tag.whenEnded(() => {
      const at = this.#around.lastIndexOf(context)
      if (at >= 0) this.#around.splice(at, 1)
    })
  }

  #contextOf(tag: Tag, outer: Context): Context {
    const { attributes } = tag
    const vocab = attributes.get('vocab')?.trim() ?? outer.vocab
    const context = {
      vocab,
      prefixes: prefixesWith(outer.prefixes, attributes.get('prefix')),
      item: outer.item,
    }
    const types = allExpanded(attributes.get('typeof'), context)
    const isValue = attributes.has('property')
    const isSubject = types.length > 0 || attributes.has('about') || (attributes.has('resource') && !isValue)
    return isSubject ? { ...context, item: this.#begin(tag, types) } : context
  }

  /** Begins an item. Returns its index, or -1 beyond the limits. */
  #begin(tag: Tag, types: readonly string[]): number {
    if (this.#items.length >= maxItems) {
      this.#isCut = true
      return -1
    }
    const { attributes, start: offset } = tag
    const id =
      attributes.get('about') ?? attributes.get('resource') ?? attributes.get('href') ?? attributes.get('src')
    return this.#items.push({ source: 'rdfa', types, id, offset, isTop: true, properties: [] }) - 1
  }

  #property(tag: Tag, names: readonly string[], owner: number, inner: number): void {
    const item = this.#items[owner]
    if (item === undefined) return
    if (++this.#properties > maxProperties) {
      this.#isCut = true
      return
    }
    const property: OpenProperty = { names, value: { text: '' } }
    item.properties.push(property)
    const nested = inner === owner ? undefined : this.#items[inner]
    if (nested && tag.attributes.has('typeof')) {
      nested.isTop = false
      property.value = { item: inner }
    } else this.#evaluate(tag, property)
  }

  #evaluate(tag: Tag, property: OpenProperty): void {
    const { attributes, name } = tag
    const address = attributes.get('resource') ?? attributes.get('href') ?? attributes.get('src')
    const literal = attributes.get('content') ?? (name === 'time' ? attributes.get('datetime') : null)
    if (literal !== null) property.value = { text: literal }
    else if (address !== null) property.value = { url: address }
    else
      tag.capture(maxTextChars, (text) => {
        property.value = { text: tidy(text) ?? '' }
      })
  }
}
