import { inWords } from '../../../ui/format.ts'
import { hasText } from '../../../ui/table/has-text.ts'

/** What a table of findings shows. Empty = all. */
export interface Filter {
  readonly severity: string
  readonly category: string
  readonly text: string
}

/** The filter of an address. */
export function filterOf(parameters: URLSearchParams): Filter {
  const textOf = (name: string) => parameters.get(name) ?? ''
  return { severity: textOf('severity'), category: textOf('category'), text: textOf('text') }
}

interface Finding {
  readonly severity: string
  readonly category?: string
  readonly title: string
  readonly fix: string
}

/** The findings that match; their text is that of the title, of the remedy and of `idOf`. */
export function filterFindings<T extends Finding>(
  findings: readonly T[],
  { severity, category, text }: Filter,
  idOf: (finding: T) => string,
): T[] {
  return findings.filter(
    (one) =>
      (severity === '' || one.severity === severity) &&
      (category === '' || one.category === category) &&
      hasText([one.title, one.fix, idOf(one)], text),
  )
}

const ranks: Readonly<Record<string, number>> = { error: 0, warning: 1, info: 2 }

/** The order of severities: the worst first. */
export function rankOf(severity: string): number {
  return ranks[severity] ?? 3
}

/** The values that findings have, each once with its words, in the order of the alphabet. */
export function choicesOf<T>(
  findings: readonly T[],
  pick: (finding: T) => string,
): (readonly [value: string, text: string])[] {
  const values = [...new Set(findings.map(pick))].sort((a, b) => a.localeCompare(b, 'en'))
  return values.map((value) => [value, inWords(value)])
}
