import { normalizeOctets } from '#shared/robots/octets.ts'

/** A rule's path, ready to be matched (RFC 9309, 2.2.3). */
export interface Pattern {
  /** Octets of the pattern: the most specific match has the most (RFC 9309, 2.2.2). */
  readonly length: number
  /** What stands between the `*`, in order; the first begins the path. */
  readonly pieces: readonly string[]
  /** It ended in `$`: the last piece ends the path. */
  readonly isAnchored: boolean
}

/** `text` holds one octet a character. A `$` that is not the last character is literal. */
export function parsePattern(text: string): Pattern {
  const normalized = normalizeOctets(text).replace(/\*{2,}/g, '*')
  const isAnchored = normalized.endsWith('$')
  const literal = (isAnchored ? normalized.slice(0, -1) : normalized).replaceAll('$', '%24')
  return { length: normalized.length, pieces: literal.split('*'), isAnchored }
}

/** What matching took: characters of paths and rules that were compared, and those of them that a search passed. */
export interface Steps {
  passed: number
  searched: number
}

export interface StepLimit {
  readonly steps: Steps
  /** Of `steps.searched`: a search that would begin beyond it is left out. */
  readonly most: number
}

/**
 * Whether the pattern fits the path (settled, as `settlePath` gives it); `unknown` when the steps ended before. Takes each
 * piece at the first place where it fits, which is never wrong as `*` takes anything; so one pass over the path is enough,
 * whatever the pattern.
 */
export function matchesPath(
  { pieces, isAnchored }: Pick<Pattern, 'pieces' | 'isAnchored'>,
  path: string,
  limit: StepLimit,
): boolean | 'unknown' {
  const first = pieces[0] ?? ''
  const last = isAnchored && pieces.length > 1 ? (pieces.at(-1) ?? '') : ''
  limit.steps.passed += first.length + last.length
  const end = path.length - last.length
  if (!path.startsWith(first) || !path.endsWith(last) || end < first.length) return false
  if (pieces.length === 1) return !isAnchored || path.length === first.length
  const between = isAnchored ? pieces.slice(1, -1) : pieces.slice(1)
  const at = findPieces(between, path, { from: first.length, ...limit })
  return at === 'unknown' ? at : at >= 0 && at <= end
}

/** The end of the last of the pieces when they follow one another from a place on, -1 when they don't. */
function findPieces(
  pieces: readonly string[],
  path: string,
  { from, steps, most }: StepLimit & { readonly from: number },
): number | 'unknown' {
  let at = from
  for (const piece of pieces) {
    if (steps.searched >= most) return 'unknown'
    const found = path.indexOf(piece, at)
    const end = found < 0 ? path.length : found + piece.length
    steps.searched += end - at
    steps.passed += end - at
    if (found < 0) return -1
    at = end
  }
  return at
}
