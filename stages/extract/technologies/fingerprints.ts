import type { FactIndex } from '../facts/fact-index.ts'
import type { ScriptFact } from '../facts/page-facts.ts'
import { type Address, addressOf } from './addresses.ts'

const maxGeneratorChars = 1_024

/** The parts of a page that signatures are compared with. */
export interface Fingerprints {
  readonly scripts: readonly Address[]
  readonly links: readonly Address[]
  readonly frames: readonly Address[]
  readonly images: readonly Address[]
  readonly site: readonly Address[]
  /** The beginnings of inline scripts, as written. */
  readonly inline: string
  readonly markers: ReadonlySet<string>
  readonly cookies: readonly string[]
  readonly generators: readonly string[]
}

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

/** Collects the parts of a page that signatures are compared with. */
export function fingerprintsOf(factIndex: FactIndex): Fingerprints {
  const { facts, page } = factIndex
  const { scripts, linkElements, images, markers } = facts
  return {
    scripts: addressesOf(scripts.flatMap(({ src }) => src ?? [])),
    links: addressesOf(
      linkElements.filter(({ rel }) => rel.some((one) => loading.has(one))).map(({ href }) => href),
    ),
    frames: addressesOf(named('frame:', markers)),
    images: addressesOf([...images.items.map(({ src }) => src), ...named('pixel:', markers)]),
    site: addressesOf([page.finalUrl]),
    inline: scripts
      .filter(isProgram)
      .map(({ start }) => start)
      .join('\n'),
    markers: markersOf(facts),
    cookies: (page.headers['set-cookie'] ?? []).map((cookie) => cookie.slice(0, 100).trim().toLowerCase()),
    generators: generatorsOf(factIndex),
  }
}
