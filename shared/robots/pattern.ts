import { settleOctets } from '#shared/robots/octets.ts'

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
  const settled = settleOctets(text).replace(/\*{2,}/g, '*')
  const isAnchored = settled.endsWith('$')
  const literal = (isAnchored ? settled.slice(0, -1) : settled).replaceAll('$', '%24')
  return { length: settled.length, pieces: literal.split('*'), isAnchored }
}

/**
 * Whether the pattern fits the path (settled, as `settlePath` gives it). Takes each piece at the first place where it
 * fits, which is never wrong as `*` takes anything; so one pass over the path is enough, whatever the pattern.
 */
export function matches({ pieces, isAnchored }: Pattern, path: string): boolean {
  const [first = '', ...rest] = pieces
  const last = rest.pop()
  if (!path.startsWith(first)) return false
  if (last === undefined) return !isAnchored || path.length === first.length
  const at = skipPieces(rest, path, first.length)
  if (at < 0) return false
  return isAnchored ? path.length - last.length >= at && path.endsWith(last) : path.indexOf(last, at) >= 0
}

/** The end of the last of the pieces when they follow one another from `start` on, -1 when they don't. */
function skipPieces(pieces: readonly string[], path: string, start: number): number {
  let at = start
  for (const piece of pieces) {
    const found = path.indexOf(piece, at)
    if (found < 0) return -1
    at = found + piece.length
  }
  return at
}
