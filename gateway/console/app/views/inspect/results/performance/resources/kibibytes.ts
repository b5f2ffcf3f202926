import { formatBytes, trimmed } from '../../../../../ui/format.ts'

/** A performance result counts sizes in units of 1,024 bytes. */
export const BYTES_PER_KIB = 1024
const BITS_PER_MEGABIT = 1_000_000
const BITS_PER_KILOBIT = 1000

/** A size of a performance result, shown as all sizes are, in units of 1,000 bytes: 120 becomes `122.9 kB`. */
export function formatKib(kib: number): string {
  return formatBytes(Math.round(kib * BYTES_PER_KIB))
}

/** A bandwidth that is given in units of 1,024 bits a second: 1600 becomes `1.64 Mbit/s`; null = not limited. */
export function formatKibits(kibits: number | null): string {
  if (kibits === null) return 'not limited'
  const bits = kibits * BYTES_PER_KIB
  return bits < BITS_PER_MEGABIT
    ? `${trimmed(bits / BITS_PER_KILOBIT, 1)} kbit/s`
    : `${trimmed(bits / BITS_PER_MEGABIT, 2)} Mbit/s`
}
