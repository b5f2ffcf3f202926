import type { FactIndex } from '../facts/fact-index.ts'
import type { ScriptFact } from '../facts/page-facts.ts'
import { type Address, AddressIndex, addressOf } from './addresses.ts'
import { beginsWith, contains, MultiPatternMatcher } from './multi-pattern-matcher.ts'
import type { TextKind } from './signature.ts'
import { signatures } from './signatures.ts'

const maxGeneratorChars = 1_024

/** Relations of links that browsers load or connect to; other links say nothing about the page. */
const loading: ReadonlySet<string> = new Set(
  'stylesheet preload modulepreload prefetch preconnect icon apple-touch-icon mask-icon manifest'.split(' '),
)

function addressesOf(written: Iterable<string>): Address[] {
  const addresses: Address[] = []
  for (const one of written) {
    const address = addressOf(one)
    if (address !== null) addresses.push(address)
  }
  return addresses
}

/** Types of programs beside JavaScript: modules, and scripts that wait for consent or for a worker. */
const programTypes: ReadonlySet<string> = new Set(['module', 'text/plain', 'text/partytown'])

/** Data blocks and templates are content, not programs. */
function isProgram({ type }: ScriptFact): boolean {
  return type === null || type.includes('javascript') || programTypes.has(type)
}

function* named(prefix: string, markers: readonly string[]): Generator<string> {
  for (const marker of markers) if (marker.startsWith(prefix)) yield marker.slice(prefix.length)
}

function markersOf({ markers, scripts, linkElements }: FactIndex['facts']): ReadonlySet<string> {
  const found = new Set(markers)
  for (const { id } of scripts) if (id !== null) found.add(`id:${id}`)
  for (const type of new Set(scripts.map((script) => script.type))) found.add(`type:${type}`)
  for (const rel of new Set(linkElements.flatMap((link) => link.rel))) found.add(`rel:${rel}`)
  return found
}

/** Each part of a generator begins with a name: "mkdocs-1.6, mkdocs-material-9.5", "Elementor 3.2; features: …". */
function generatorsOf(factIndex: FactIndex): string[] {
  return factIndex
    .metas('generator')
    .flatMap((text) => text.slice(0, maxGeneratorChars).toLowerCase().split(/[,;]/))
    .map((part) => part.trim())
}

type Entry = readonly [trace: string, name: string]
type ValueTest = (text: string, words: string) => boolean

/** Maximum characters of a header that are searched. */
const maxHeaderChars = 8_192

function entriesOf(...kinds: readonly TextKind[]): Entry[] {
  return signatures.flatMap((signature) =>
    kinds.flatMap((kind) =>
      (signature[kind] ?? []).map((fingerprint): Entry => [fingerprint, signature.name]),
    ),
  )
}

/** By name of a header or meta: the words that its value must contain, with the technology. */
function namedEntries(kind: 'header' | 'meta'): ReadonlyMap<string, readonly Entry[]> {
  const byName = new Map<string, Entry[]>()
  for (const signature of signatures)
    for (const [name, words = ''] of signature[kind] ?? [])
      byName.set(name, [...(byName.get(name) ?? []), [words, signature.name]])
  return byName
}

const scripts = new AddressIndex(entriesOf('script', 'address'))
const links = new AddressIndex(entriesOf('link', 'address'))
const frames = new AddressIndex(entriesOf('frame', 'address'))
const images = new AddressIndex(entriesOf('image'))
const site = new AddressIndex(entriesOf('site'))
const inline = new MultiPatternMatcher(entriesOf('inline'))
const markers = Map.groupBy(entriesOf('marker'), ([marker]) => marker)
const cookies = entriesOf('cookie')
const generators = entriesOf('generator')
const headers = namedEntries('header')
const metas = namedEntries('meta')
const implied = new Map(signatures.map(({ name, implies = [] }) => [name, implies]))

/** Alphabetical rank of each name, case ignored: nginx next to Next.js. */
const ranks = new Map(
  signatures
    .map(({ name }) => name)
    .sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
    .map((name, place) => [name, place]),
)

function addNamed(
  found: Set<string>,
  entries: readonly Entry[],
  texts: readonly string[],
  test: ValueTest,
): void {
  for (const [words, name] of entries)
    if (words === '' || texts.some((text) => test(text, words))) found.add(name)
}

function addHeaders(found: Set<string>, { page }: FactIndex): void {
  for (const [name, values] of Object.entries(page.headers)) {
    const entries = headers.get(name)
    if (entries)
      addNamed(found, entries, [values.join(', ').slice(0, maxHeaderChars).toLowerCase()], contains)
  }
}

function addMetas(found: Set<string>, factIndex: FactIndex): void {
  for (const [name, entries] of metas) {
    const texts = factIndex.metas(name)
    if (texts.length === 0) continue
    addNamed(
      found,
      entries,
      texts.map((text) => text.toLowerCase()),
      beginsWith,
    )
  }
}

function addAddresses(found: Set<string>, { facts, page }: FactIndex): void {
  const loaded = facts.linkElements.filter(({ rel }) => rel.some((one) => loading.has(one)))
  const shown = facts.images.items.map(({ src }) => src)
  scripts.find(addressesOf(facts.scripts.flatMap(({ src }) => src ?? [])), found)
  links.find(addressesOf(loaded.map(({ href }) => href)), found)
  frames.find(addressesOf(named('frame:', facts.markers)), found)
  images.find(addressesOf([...shown, ...named('pixel:', facts.markers)]), found)
  site.find(addressesOf([page.finalUrl]), found)
}

function addTexts(found: Set<string>, factIndex: FactIndex): void {
  const { facts, page } = factIndex
  const programs = facts.scripts.filter(isProgram).map(({ start }) => start)
  inline.find(programs.join('\n'), found)
  for (const marker of markersOf(facts)) for (const [, name] of markers.get(marker) ?? []) found.add(name)
  const written = generatorsOf(factIndex)
  if (written.length > 0) addNamed(found, generators, written, beginsWith)
  for (const line of page.headers['set-cookie'] ?? []) {
    const cookie = line.slice(0, 100).trim().toLowerCase()
    for (const [begin, name] of cookies) if (cookie.startsWith(begin)) found.add(name)
  }
}

/** Names of the technologies of the page, in alphabetical order. Visible text is never searched. */
export function technologiesOf(factIndex: FactIndex): string[] {
  const found = new Set<string>()
  addAddresses(found, factIndex)
  addTexts(found, factIndex)
  addHeaders(found, factIndex)
  addMetas(found, factIndex)
  for (const name of found) for (const one of implied.get(name) ?? []) found.add(one)
  return [...found].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
}
