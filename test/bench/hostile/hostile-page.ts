/** A page of a hostile site, with what the site says beside it. */
export interface HostilePage {
  readonly html: string
  /** Header fields of the page, each with one value. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly robotsTxt: string
  readonly llmsTxt: string
  readonly sitemap: string
  readonly url: string
}

/** Makes a text of about that many characters of the unit. */
export type Run = (chars: number) => string
/** A page with the unit in one place. */
export type Place = (run: Run) => Partial<HostilePage>
export type Places = Readonly<Record<string, Place>>

export const PAGE_URL = 'https://www.example.com/page'

const nothing: HostilePage = { html: '', headers: {}, robotsTxt: '', llmsTxt: '', sitemap: '', url: PAGE_URL }

/** The page that repeats a unit in a place. */
export function hostilePage(place: Place, unit: string): HostilePage {
  return { ...nothing, ...place((chars) => unit.repeat(Math.ceil(chars / unit.length))) }
}

/** Characters of a page. */
export const PAGE_CHARS = 120_000
/** Parts of a page with many of a kind, and characters of each but the first, which is as long as all others. */
export const MANY = 400
const OTHER_CHARS = PAGE_CHARS / 2 / MANY

export function page(head: string, body = ''): Partial<HostilePage> {
  const start = `<!doctype html><html lang="en"><head><title>A page</title>${head}</head>`
  return { html: `${start}<body><h1>A page</h1>${body}</body></html>` }
}

/** The value inside double quotes of an attribute. */
export function quoted(value: string): string {
  return value.replaceAll('"', '&quot;')
}

/** The value as text without elements. */
export function plain(value: string): string {
  return value.replaceAll('<', '&lt;')
}

/** One part of a head or a body, which holds the value. */
type Part = (value: string, at: number) => string

export function inHead(part: Part): Place {
  return (run) => page(part(quoted(run(PAGE_CHARS)), 0))
}

export function inBody(part: Part): Place {
  return (run) => page('', part(run(PAGE_CHARS), 0))
}

export function manyInHead(part: Part): Place {
  return (run) => page(manyParts(run, part))
}

export function manyInBody(part: Part): Place {
  return (run) => page('', manyParts(run, part))
}

/** Many parts: one long value and many short ones. */
export function manyParts(run: Run, part: Part): string {
  const long = quoted(run(PAGE_CHARS / 2))
  const short = quoted(run(OTHER_CHARS))
  return Array.from({ length: MANY }, (_, at) => part(at === 0 ? long : short, at)).join('')
}
