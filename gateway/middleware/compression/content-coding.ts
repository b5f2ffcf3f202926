/** The offered codings; of equally weighted ones the first is preferred. */
const offered = ['br', 'gzip', 'zstd'] as const
export type ContentCoding = (typeof offered)[number]

const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/**
 * The coding that the client prefers by its Accept-Encoding (RFC 9110, section 12.5.3). Null = identity, also when the
 * client accepts none of the offered codings.
 */
export function preferredCoding(acceptEncoding: string): ContentCoding | null {
  if (acceptEncoding === '') return null
  const weights = weightsOf(acceptEncoding)
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = offered.toSorted((a, b) => weightOf(b) - weightOf(a))
  if (best === undefined || weightOf(best) === 0) return null
  return (weights.get('identity') ?? 0) > weightOf(best) ? null : best
}

function weightsOf(acceptEncoding: string): ReadonlyMap<string, number> {
  const entries = acceptEncoding.split(',').map((entry) => entry.split(';').map((part) => part.trim()))
  return new Map(
    entries.flatMap(([name = '', weight = 'q=1']) => {
      const [, value] = WEIGHT.exec(weight) ?? []
      return name === '' || value === undefined ? [] : [[nameOf(name), Number(value)] as const]
    }),
  )
}

/** RFC 9110, section 8.4.1.3: `x-gzip` is `gzip`. */
function nameOf(coding: string): string {
  return coding.toLowerCase().replace(/^x-gzip$/, 'gzip')
}
