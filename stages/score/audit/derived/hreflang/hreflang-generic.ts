import { type Alternate, languageOfCode } from './alternates.ts'

/** Languages with versions for several countries but none for all other speakers; empty with an `x-default`. */
export function languagesWithoutGeneric(alternates: readonly Alternate[]): string[] {
  const codes = new Set(alternates.map(({ code }) => code.toLowerCase()))
  if (codes.has('x-default')) return []
  const regional = new Map<string, number>()
  for (const code of codes) {
    const language = languageOfCode(code)
    if (language !== null && language !== code) regional.set(language, (regional.get(language) ?? 0) + 1)
  }
  return [...regional].flatMap(([language, count]) => (count > 1 && !codes.has(language) ? language : []))
}
