import type { Finding } from '#shared/operations/results/site-findings.ts'
import type { LinkSource } from '#shared/operations/results/site-item.ts'
import { inertHtml } from '../inert-text.ts'
import { type ItemWords, number, wordsOf } from '../words.ts'
import { linkTo } from './parts.ts'

/** URLs of a group, and links to a page, that a line names; in the annex it names all. */
const SHOWN_URLS = 8
const SHOWN_SOURCES = 2

/**
 * What was found at the first `most` pages or groups of pages, a line of HTML for each; several pages that have the same to say are
 * one. Lazy: lines that nobody takes are not made.
 */
export function* foundAt(
  { examples, items }: Finding,
  most: number,
  origin: string | null,
): Generator<string> {
  for (const [message, urls] of byMessage(examples.slice(0, most))) {
    const links = urls.map((url) => linkTo(url, origin)).join(', ')
    yield urls.length === 1
      ? `${links}<span class="said">: ${inertHtml(message)}</span>`
      : `${inertHtml(message)} ${links}`
  }
  for (const item of items.slice(0, most)) yield line(wordsOf(item), origin, false)
}

/**
 * The lines of the annex: what is behind the first `from`, and of the first ones those that were cut, whole. Of rules about pages
 * it has the pages alone: what is wrong with them is like what the chapter says.
 */
export function* foundBehind(
  { examples, items }: Finding,
  from: number,
  origin: string | null,
): Generator<string> {
  for (const { url } of examples.slice(from)) yield linkTo(url, origin)
  for (const [at, item] of items.entries()) {
    const words = wordsOf(item)
    if (at >= from || isCut(words)) yield line(words, origin, true)
  }
}

/** Whether the annex has anything on a finding. */
export function hasMore({ examples, items }: Finding, from: number): boolean {
  return examples.length > from || items.length > from || items.some((item) => isCut(wordsOf(item)))
}

function isCut({ urls, sources }: ItemWords): boolean {
  return urls.length > SHOWN_URLS || sources.length > SHOWN_SOURCES
}

/** Many pages have the same to say. */
function byMessage(examples: Finding['examples']): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { url, message } of examples) {
    const urls = groups.get(message)
    if (urls === undefined) groups.set(message, [url])
    else urls.push(url)
  }
  return groups
}

function line(words: ItemWords, origin: string | null, isWhole: boolean): string {
  const { value, urls, total, details, sources, sourcesTotal } = words
  const shown = urls.slice(0, isWhole ? urls.length : SHOWN_URLS).map((url) => linkTo(url, origin))
  const named = value === null ? '' : `“${inertHtml(value)}”: `
  const facts = details.length === 0 ? '' : ` (${details.map(inertHtml).join(', ')})`
  const links = sources.slice(0, isWhole ? sources.length : SHOWN_SOURCES).map((one) => source(one, origin))
  const from = links.length === 0 ? '' : `, linked from ${some(links, sourcesTotal)}`
  return `${named}${some(shown, total)}${facts}${from}`
}

function source({ url, text }: LinkSource, origin: string | null): string {
  return text === '' ? linkTo(url, origin) : `${linkTo(url, origin)} “${inertHtml(text)}”`
}

function some(shown: readonly string[], total: number): string {
  const left = total - shown.length
  return `${shown.join(', ')}${left > 0 ? ` and ${number(left)} more` : ''}`
}
