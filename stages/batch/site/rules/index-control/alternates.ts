import type { Site } from '../../site.ts'

/** A language version that a page names. */
export interface Alternate {
  readonly hreflang: string
  readonly address: number
}

/** The language versions that a page names, in its order. */
export function alternatesOf({ pages, text }: Site, page: number): Alternate[] {
  const { start, values } = pages.alternates
  const from = start[page] as number
  return Array.from({ length: ((start[page + 1] as number) - from) / 2 }, (_, at) => ({
    hreflang: text(values[from + 2 * at] as number),
    address: values[from + 2 * at + 1] as number,
  }))
}
