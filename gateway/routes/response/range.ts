import type { ByteRange } from '#shared/ports/object-store.ts'

const ONE_RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i

/**
 * The range of `length` bytes that a Range header asks for (RFC 9110, 14.1.2). Null where the whole is due: no header,
 * one that can't be read, or several ranges at once.
 */
export function parseRange(header: string, length: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = ONE_RANGE.exec(header) ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start < length && start <= end ? { start, end } : 'unsatisfiable'
}
