import type { FactIndex } from '../facts/fact-index.ts'
import { AddressIndex } from './addresses.ts'
import { fingerprintsOf } from './fingerprints.ts'
import { MultiPatternMatcher } from './multi-pattern-matcher.ts'
import type { TextKind } from './signature.ts'
import { signatures } from './signatures.ts'
import { beginsWith, contains } from './whole-words.ts'

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

function addTexts(found: Set<string>, factIndex: FactIndex): void {
  const fingerprints = fingerprintsOf(factIndex)
  scripts.find(fingerprints.scripts, found)
  links.find(fingerprints.links, found)
  frames.find(fingerprints.frames, found)
  images.find(fingerprints.images, found)
  site.find(fingerprints.site, found)
  inline.find(fingerprints.inline, found)
  for (const marker of fingerprints.markers) for (const [, name] of markers.get(marker) ?? []) found.add(name)
  if (fingerprints.generators.length > 0) addNamed(found, generators, fingerprints.generators, beginsWith)
  for (const cookie of fingerprints.cookies)
    for (const [begin, name] of cookies) if (cookie.startsWith(begin)) found.add(name)
}

/** Names of the technologies of the page, in alphabetical order. Visible text is never searched. */
export function technologiesOf(factIndex: FactIndex): string[] {
  const found = new Set<string>()
  addTexts(found, factIndex)
  addHeaders(found, factIndex)
  addMetas(found, factIndex)
  for (const name of found) for (const one of implied.get(name) ?? []) found.add(one)
  return [...found].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
}
