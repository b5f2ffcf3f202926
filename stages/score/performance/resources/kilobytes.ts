/** Bytes in units of 1,024, one decimal (decisions section 12). */
export function kilobytes(bytes: number): number {
  return Math.round((bytes / 1024) * 10) / 10
}
