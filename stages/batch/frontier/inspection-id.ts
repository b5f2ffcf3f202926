/** Returns the inspection id of a batch's item: `<batch id>.<seq>`. */
export function inspectionId(batch: string, seq: number): string {
  return `${batch}.${seq}`
}

/** The most items of a batch. A higher number would denote an item of another batch. */
const MAX_ITEMS = 2 ** 32 - 1

/** Parses an inspection id. Null when it cannot belong to a batch. */
export function parseInspectionId(id: string): { readonly batch: string; readonly seq: number } | null {
  const [, batch, seq] = /^(.+)\.([1-9]\d{0,9})$/s.exec(id) ?? []
  return batch === undefined || Number(seq) > MAX_ITEMS ? null : { batch, seq: Number(seq) }
}
