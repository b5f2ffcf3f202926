/** Rows of a page of results. */
export const PAGE_ROWS = 100

/** The number after which the rows begin, from an address; 0 for anything else. */
export function afterOf(text: string | null): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0
}

/** Where the pages around the rows after a number begin; null = there is none. */
export interface PageLinks {
  readonly first: number | null
  readonly previous: number | null
  readonly next: number | null
  readonly last: number | null
}

/** The pages around the rows after `after`, of `total` rows with the numbers from 1 on. */
export function pageLinks(after: number, total: number): PageLinks {
  const last = Math.max(0, Math.floor((total - 1) / PAGE_ROWS) * PAGE_ROWS)
  return {
    first: after > 0 ? 0 : null,
    previous: after > 0 ? Math.max(0, after - PAGE_ROWS) : null,
    next: after + PAGE_ROWS < total ? after + PAGE_ROWS : null,
    last: after < last ? last : null,
  }
}
