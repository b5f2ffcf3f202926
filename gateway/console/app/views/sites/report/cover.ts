/** What stands on the first page of a report: names that the reader of the report knows. */
export interface Cover {
  readonly title: string
  readonly client: string
  /** A data URI of PNG, JPEG or SVG; '' = none. */
  readonly logo: string
}

export const emptyCover: Cover = { title: '', client: '', logo: '' }

/** Bytes of a logo: infra/docs/batches.md#site-report. */
const MAX_LOGO_BYTES = 100_000
const types = new Set(['image/png', 'image/jpeg', 'image/svg+xml'])
/** Characters of a logo in a query: the headers of a request have to hold it. */
const MAX_QUERY_LOGO = 10_000

/** Why a file cannot be a logo; null = it can. */
export function logoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!types.has(type)) return 'A logo is a PNG, JPEG or SVG image.'
  return size > MAX_LOGO_BYTES ? 'A logo has at most 100 kB.' : null
}

/** Whether a logo is short enough for a download, whose cover stands in the query; a link takes any. */
export function fitsQuery({ logo }: Pick<Cover, 'logo'>): boolean {
  return encodeURIComponent(logo).length <= MAX_QUERY_LOGO
}

/** The members that are filled in, as the API names them; blanks around texts are left out. */
export function coverMembers({ title, client, logo }: Cover): Partial<Record<keyof Cover, string>> {
  const given = Object.entries({ title: title.trim(), client: client.trim(), logo })
  return Object.fromEntries(given.filter(([, text]) => text !== ''))
}

/** Days of a link, as the API takes them: 1 to 90; null = it is no such number. */
export function daysIn(text: string): number | null {
  const days = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0
  return days >= 1 && days <= 90 ? days : null
}
