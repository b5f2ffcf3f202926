import { escaped } from '../../../../server/pages/html.ts'
import { inertHtml } from '../inert-text.ts'
import { allPagesUrl } from '../words.ts'

/** Parts of a document: all are HTML. */
export interface Column {
  readonly title: string
  readonly isNumber?: boolean
}

/** A table. The cells are HTML. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const classOf = (at: number) => (columns[at]?.isNumber === true ? ' class="number"' : '')
  const head = columns.map(({ title }, at) => `<th scope="col"${classOf(at)}>${title}</th>`).join('')
  const body = rows.map(
    (cells) => `<tr>${cells.map((cell, at) => `<td${classOf(at)}>${cell}</td>`).join('')}</tr>`,
  )
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>\n`
}

/** A list. The items are HTML. `name`: its class. */
export function list(items: readonly string[], name = ''): string {
  const start = name === '' ? '<ul>' : `<ul class="${name}">`
  return items.length === 0 ? '' : `${start}${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>\n`
}

/** Figures with their names. */
export function facts(figures: readonly (readonly [name: string, value: string])[]): string {
  const boxes = figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${inertHtml(value)}</dd></div>`)
  return `<dl class="facts">${boxes.join('')}</dl>\n`
}

/** What is shown on request, and on paper. `content` is HTML. */
export function folded(title: string, content: string): string {
  return content === '' ? '' : `<details><summary>${inertHtml(title)}</summary>${content}</details>\n`
}

/** A bar of the share of `value` in `most`. It says nothing that does not stand beside it as a number. */
export function bar(value: number, most: number): string {
  const width = Math.round((Math.max(0, value) / Math.max(most, value, 1)) * 1000) / 10
  return `<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="track" width="100" height="8"/><rect class="share" width="${width}" height="8"/></svg>`
}

const web = /^https?:\/\//

/**
 * A URL that leads to its page; its text goes without the origin where that is `origin`. Anything but a web URL is plain text.
 */
export function linkTo(url: string, origin: string | null = null): string {
  const parsed = web.test(url) ? URL.parse(url) : null
  if (parsed === null) return inertHtml(url)
  const text = origin !== null && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
  const href = parsed.href.replace(/[&"'<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<a href="${href}" rel="noreferrer nofollow">${inertHtml(text)}</a>`
}

/** A link to the list of all pages of a finding, in the console of the service; '' without a service. `text` is plain. */
export function allPages(
  text: string,
  finding: { readonly pages_url: string },
  publicUrl: string | null,
): string {
  if (publicUrl === null) return ''
  return `<a href="${escaped(allPagesUrl(finding, publicUrl))}">${inertHtml(text)}</a>`
}
