/** One image of a srcset: its URL as written, and its width in pixels or its density (1 by default). */
interface Candidate {
  readonly url: string
  readonly width: number | null
  readonly density: number | null
}

export interface ParsedSrcset {
  readonly candidates: readonly Candidate[]
  /** Descriptors that browsers cannot read; they drop the candidate. */
  readonly faults: readonly string[]
}

/** Maximum number of candidates that are read of one attribute. */
const MAX_CANDIDATES = 100
const MAX_CHARS = 20_000

/** Parses the image candidates of a srcset attribute (HTML Standard, 4.8.4.2.2, "parse a srcset attribute"). */
export function parseSrcset(srcset: string): ParsedSrcset {
  const text = srcset.slice(0, MAX_CHARS)
  const address = /[\t\n\f\r ,]*([^\t\n\f\r ]+)/y
  const candidates: Candidate[] = []
  const faults: string[] = []
  for (let count = 0; count < MAX_CANDIDATES; count++) {
    const written = address.exec(text)?.[1]
    if (written === undefined || /^,+$/.test(written)) break
    const url = written.replace(/,+$/, '')
    const end = url === written ? endOfDescriptors(text, address.lastIndex) : address.lastIndex
    const descriptors = text.slice(address.lastIndex, end)
    address.lastIndex = end
    const read = readDescriptors(descriptors)
    if (read === null) faults.push(`"${descriptors.trim().slice(0, 50)}" is no size`)
    else candidates.push({ url, ...read })
  }
  return { candidates, faults }
}

/** Whether a URL has the scheme `data:`. */
export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url)
}

/**
 * URL of the largest image of a srcset; null when it names none that can be fetched. Widths count before densities,
 * since a candidate without a descriptor beside candidates with a width is the small one for old browsers.
 */
export function largestCandidate(srcset: string): string | null {
  let best: Candidate | null = null
  for (const candidate of parseSrcset(srcset).candidates)
    if (!isDataUrl(candidate.url) && (best === null || isLarger(candidate, best))) best = candidate
  return best?.url ?? null
}

function isLarger(one: Candidate, other: Candidate): boolean {
  if (one.width !== null || other.width !== null) return (one.width ?? 0) > (other.width ?? 0)
  return (one.density ?? 0) > (other.density ?? 0)
}

/** Offset of the comma that ends the candidate; commas in parentheses do not. */
function endOfDescriptors(text: string, from: number): number {
  let isInParentheses = false
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') isInParentheses = true
    else if (text[at] === ')') isInParentheses = false
    else if (text[at] === ',' && !isInParentheses) return at
  }
  return text.length
}

type Sizes = Pick<Candidate, 'width' | 'density'>

/** Null where a browser drops the candidate. */
function readDescriptors(text: string): Sizes | null {
  const words = text.split(/[\t\n\f\r ]+/).filter(Boolean)
  const [word = '1x', second] = words
  if (words.length === 2 && second !== undefined) return readPair(word, second)
  if (words.length > 2) return null
  return widthOf(word) ?? densityOf(word)
}

/** A width may come with a height, which browsers ignore. */
function readPair(one: string, other: string): Sizes | null {
  const height = /^0*[1-9]\d*h$/
  if (height.test(other)) return widthOf(one)
  return height.test(one) ? widthOf(other) : null
}

function widthOf(word: string): Sizes | null {
  return /^0*[1-9]\d*w$/.test(word) ? { width: Number.parseInt(word, 10), density: null } : null
}

function densityOf(word: string): Sizes | null {
  const isDensity = /^(?:\d+|\d*\.\d+)(?:[eE][+-]?\d+)?x$/.test(word)
  return isDensity ? { width: null, density: Number.parseFloat(word) } : null
}
