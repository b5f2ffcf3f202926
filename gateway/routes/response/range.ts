import type { ByteRange } from '#shared/ports/object-store.ts'

const ONE_RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i

/**
 * The byte range of a Range header for an object of `length` bytes (RFC 9110, section 14.1.2). Null when the whole
 * object has to be sent: without the header, when it is not valid, and for several ranges.
 */
export function parseRange(header: string, length: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = ONE_RANGE.exec(header) ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start < length && start <= end ? { start, end } : 'unsatisfiable'
}
