/** The inspection id of a batch's item: `<batch id>.<seq>`. */
export function inspectionId(batch: string, seq: number): string {
  return `${batch}.${seq}`
}

/** No batch has more items; a higher number would stand for one of another batch. */
const MAX_ITEMS = 2 ** 32 - 1

/** Which item an inspection id may name; null when it is none of a batch. */
export function parseInspectionId(id: string): { readonly batch: string; readonly seq: number } | null {
  const [, batch, seq] = /^(.+)\.([1-9]\d{0,9})$/s.exec(id) ?? []
  return batch === undefined || Number(seq) > MAX_ITEMS ? null : { batch, seq: Number(seq) }
}
