import { trimmed } from '../../../../../ui/format.ts'

/** Sizes of a performance result, which have units of 1,024 bytes: `12.3 KiB`, `1.2 MiB`. */
export function formatKib(kib: number): string {
  return kib < 1024 ? `${trimmed(kib, 1)} KiB` : `${trimmed(kib / 1024, 2)} MiB`
}

/** A bandwidth in units of 1,024 bits a second: `1474.6 Kibit/s`; null = not limited. */
export function formatKibits(kibits: number | null): string {
  return kibits === null ? 'not limited' : `${trimmed(kibits, 1)} Kibit/s`
}
