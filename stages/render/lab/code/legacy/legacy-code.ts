import type { LabLegacyCode } from '#shared/messages/payloads/lab-code.ts'
import { findPolyfills } from './polyfills.ts'
import { findTransforms } from './transforms.ts'

/** Characters of the smallest report; Lighthouse 13 (legacy JavaScript) has 5,000. */
const MIN_CHARS = 5000
/** Names of one report. */
const MAX_NAMES = 120

/**
 * The polyfills and transforms of features that all Baseline browsers have, in the text of a script. `modules`: the characters of each
 * module by its name, null without a source map. Null when they take fewer than 5,000 characters. Takes linear time.
 */
export function legacyCodeOf(
  url: string,
  text: string,
  modules: ReadonlyMap<string, number> | null,
): LabLegacyCode | null {
  if (text.length < MIN_CHARS) return null
  const parts = [...findPolyfills(text, modules), ...findTransforms(text)]
  const characters = parts.reduce((sum, part) => sum + part.characters, 0)
  if (characters < MIN_CHARS) return null
  const names = [...new Set(parts.map(({ name }) => name))].toSorted().slice(0, MAX_NAMES)
  return { url, names, characters: Math.min(characters, text.length) }
}
