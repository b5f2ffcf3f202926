/** How many UTF-16 code units of a generated script each of its sources takes. */
export type SourceSizes = ReadonlyMap<string, number>

/** A part of a source map (ECMA-426) that is understood. */
interface SourceMap {
  readonly sources: readonly (string | null)[]
  readonly sourceRoot: string
  readonly mappings: string
}

/** Sources of one map, and characters of their common root and of the URL of one. Maps and sources beyond are left out. */
const MAX_SOURCES = 20_000
const MAX_ROOT_CHARS = 500
const MAX_SOURCE_CHARS = 1500

/**
 * The source map in a data: URL. Null when it is none, or an index map, which is made of several maps.
 */
export function parseInlineMap(dataUrl: string): SourceMap | null {
  try {
    const comma = dataUrl.indexOf(',')
    const isBase64 = dataUrl.slice(0, comma).endsWith(';base64')
    const body = dataUrl.slice(comma + 1)
    const text = isBase64 ? Buffer.from(body, 'base64').toString() : decodeURIComponent(body)
    return toSourceMap(JSON.parse(text))
  } catch {
    return null
  }
}

function toSourceMap(map: unknown): SourceMap | null {
  if (typeof map !== 'object' || map === null) return null
  const { sources, sourceRoot, mappings } = map as Partial<Record<keyof SourceMap, unknown>>
  if (typeof mappings !== 'string' || !Array.isArray(sources) || sources.length > MAX_SOURCES) return null
  const root = typeof sourceRoot === 'string' ? sourceRoot : ''
  return root.length > MAX_ROOT_CHARS ? null : { mappings, sources: sources.map(toSource), sourceRoot: root }
}

function toSource(source: unknown): string | null {
  return typeof source === 'string' && source.length <= MAX_SOURCE_CHARS ? source : null
}

/**
 * Sizes of the sources in the script with this text. Each mapping covers the characters up to the next one on its line. Null when the map
 * does not fit the text.
 */
export function sourceSizes({ sources, sourceRoot, mappings }: SourceMap, text: string): SourceSizes | null {
  const sizes = new Array<number>(sources.length).fill(0)
  let lineStart = 0
  let lastSource = 0
  for (const line of mappings.split(';')) {
    if (lineStart > text.length) return null
    const newline = text.indexOf('\n', lineStart)
    const lineEnd = newline === -1 ? text.length : newline
    const spans = spansOf(line, lineEnd - lineStart, lastSource)
    if (spans === null) return null
    lastSource = spans.lastSource
    for (const { source, characters } of spans.spans) {
      if (sizes[source] === undefined) return null
      sizes[source] += characters
    }
    lineStart = lineEnd + 1
  }
  return sizesByName(sources, sourceRoot, sizes)
}

function sizesByName(
  sources: SourceMap['sources'],
  sourceRoot: string,
  sizes: readonly number[],
): Map<string, number> {
  const named = new Map<string, number>()
  for (const [index, size] of sizes.entries()) {
    const source = sources[index]
    if (typeof source !== 'string' || size === 0) continue
    const path = sourceRoot + source
    named.set(path, (named.get(path) ?? 0) + size)
  }
  return named
}

/** A part of a line that is from one source, by the index of the source. */
interface Span {
  readonly source: number
  readonly characters: number
}

/**
 * The parts of a line of `length` characters; `lastSource`: the source of the last mapping before and up to it, which the next one is
 * relative to. Null when the mappings do not fit the line.
 */
function spansOf(
  line: string,
  length: number,
  lastSource: number,
): { readonly spans: readonly Span[]; readonly lastSource: number } | null {
  const segments = line === '' ? [] : line.split(',').map(decodeVlq)
  const starts: { readonly column: number; readonly source: number | null }[] = []
  let column = 0
  let source = lastSource
  for (const [columns = -1, sourceStep] of segments) {
    column += columns
    if (columns < 0 || column > length) return null
    source += sourceStep ?? 0
    starts.push({ column, source: sourceStep === undefined ? null : source })
  }
  const spans = starts.flatMap((start, index) => {
    const end = starts[index + 1]?.column ?? length
    return start.source === null ? [] : [{ source: start.source, characters: end - start.column }]
  })
  return { spans, lastSource: source }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const digitOf = new Map([...DIGITS].map((digit, value) => [digit, value]))
/** More digits are no 32-bit number. */
const MAX_DIGITS = 7

/** The numbers of a segment in Base64 VLQ (ECMA-426, section 5); empty when it is faulty. */
export function decodeVlq(segment: string): number[] {
  const numbers: number[] = []
  let value = 0
  let digits = 0
  for (const char of segment) {
    const digit = digitOf.get(char)
    if (digit === undefined || digits >= MAX_DIGITS) return []
    value += (digit & 31) * 32 ** digits
    digits += 1
    if ((digit & 32) !== 0) continue
    numbers.push(value % 2 === 1 ? -(value - 1) / 2 : value / 2)
    value = 0
    digits = 0
  }
  return digits === 0 ? numbers : []
}
