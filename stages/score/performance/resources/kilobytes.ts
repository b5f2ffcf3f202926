/** Bytes in units of 1,024, with one decimal (`infra/docs/contract.md#resources`). */
export function kilobytes(bytes: number): number {
  return Math.round((bytes / 1024) * 10) / 10
}
