/**
 * Runs of percent-encoded octets, and octets that must not appear unencoded in a URL: all but unreserved and reserved
 * characters (RFC 3986, section 2.2).
 */
const normalizable = /(?:%[0-9A-Fa-f]{2})+|[^A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]/g
/** Percent-encoded unreserved characters (RFC 3986, section 2.3): letters, digits, `-`, `.`, `_` and `~`. */
const unreserved = /%(?:2[DE]|3\d|[46][1-9A-F]|5[0-9AF]|7[0-9AE])/g

/**
 * Normalises equivalent paths to one spelling (RFC 9309, section 2.2.2): decodes escapes of unreserved
 * characters, writes other escapes in upper case, and encodes octets that need it. `text` has one octet per
 * character. `*` and `$` are kept.
 */
export function normalizeOctets(text: string): string {
  return text.replace(normalizable, (octets) =>
    octets.length === 1
      ? `%${octets.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
      : octets
          .toUpperCase()
          .replace(unreserved, (octet) => String.fromCharCode(Number.parseInt(octet.slice(1), 16))),
  )
}

/**
 * Normalises the path of a URL. `*` and `$` are literal in a path; a rule writes them as %2A and %24 (RFC
 * 9309, section 2.2.3).
 */
export function normalizePath(path: string): string {
  return normalizeOctets(path).replaceAll('*', '%2A').replaceAll('$', '%24')
}

/** The compiled path of a rule (RFC 9309, section 2.2.3). */
export interface Pattern {
  /**
   * Octets of the pattern. The longest matching pattern is the most specific one (RFC 9309, section 2.2.2).
   */
  readonly length: number
  /** The texts between the `*`, in order; the first is a prefix of the path. */
  readonly pieces: readonly string[]
  /** The pattern ended in `$`: the last piece is a suffix of the path. */
  readonly isAnchored: boolean
}

/**
 * Compiles a pattern. `text` has one octet per character. A `$` is literal unless it is the last character.
 */
export function parsePattern(text: string): Pattern {
  const octets = normalizeOctets(text)
  const normalized = octets.replace(/\*{2,}/g, '*')
  const isAnchored = normalized.endsWith('$')
  const literal = (isAnchored ? normalized.slice(0, -1) : normalized).replaceAll('$', '%24')
  return { length: octets.length, pieces: literal.split('*'), isAnchored }
}

/** Cost of matching: characters compared, and among them those that searches for pieces went through. */
export interface Steps {
  passed: number
  searched: number
}

export interface StepLimit {
  readonly steps: Steps
  /** Limit of `steps.searched`: no search starts beyond it. */
  readonly most: number
}

/**
 * Whether the pattern matches a path normalised by `normalizePath`; `unknown` if the step limit was reached.
 * Takes the first occurrence of each piece, which is always correct because `*` matches any text: every
 * pattern needs only one pass over the path.
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

/**
 * Finds the pieces one after the other, from `from` on. Returns the end of the last one; -1 if a piece is
 * missing.
 */
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
