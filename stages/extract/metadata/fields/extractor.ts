import { decodeHTMLStrict } from 'entities'
import type { FactIndex } from '../../facts/fact-index.ts'
import { nameOf } from '../../structured-data/json-ld/json-ld-graph.ts'

/** One place where a value may stand; yields all values there, in order. */
export type Source = (factIndex: FactIndex) => Iterable<string>

/** A field: its sources, the best first, and a function that cleans a value (null = unusable). */
export interface Extractor {
  readonly sources: readonly Source[]
  readonly clean: (found: string) => string | null
}

/** The first value that can be used after cleaning; null when no source has one. */
export function extract(extractor: Extractor, factIndex: FactIndex): string | null {
  for (const value of textsOf(extractor, factIndex)) return value
  return null
}

/** All values that can be used after cleaning, the best first. */
export function* textsOf({ sources, clean }: Extractor, factIndex: FactIndex): Generator<string> {
  for (const source of sources) {
    for (const found of source(factIndex)) {
      const value = clean(found)
      if (value !== null) yield value
    }
  }
}

/** The contents of the metas with these keys. */
export const meta =
  (...keys: readonly string[]): Source =>
  ({ metas }) => {
    if (keys.length === 1) return metas(keys[0] ?? '')
    return keys.flatMap((key) => metas(key))
  }

/** A property of the JSON-LD nodes of these types, for a node as value its name; as text, where it is escaped for HTML. */
export function jsonLd(types: ReadonlySet<string>, property: string): Source {
  return function* ({ graph }) {
    for (const value of graph.values(types, property)) {
      const name = nameOf(value)
      if (name !== null) yield name.includes('&') ? decodeHTMLStrict(name) : name
    }
  }
}

/** The headings of a level. */
export const heading =
  (level: number): Source =>
  ({ facts }) =>
    facts.headings.filter((one) => one.level === level).map((one) => one.text)
