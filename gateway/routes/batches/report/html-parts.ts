import { inertHtml } from './inert-text.ts'

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

/** A list. The items are HTML. */
export function list(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>\n`
}

/** A heading with figures below it. */
export function facts(figures: readonly (readonly [name: string, value: string])[]): string {
  const boxes = figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${inertHtml(value)}</dd></div>`)
  return `<dl class="facts">${boxes.join('')}</dl>\n`
}

/** What is shown on request, and on paper. `content` is HTML. */
export function folded(title: string, content: string): string {
  return content === '' ? '' : `<details><summary>${inertHtml(title)}</summary>${content}</details>\n`
}

/** A figure with a bar of its share. `name`: what it is of. */
export function bar(value: number, most: number, name: string): string {
  const label = `aria-label="${inertHtml(name)}"`
  return `<div class="bar"><meter min="0" max="${Math.max(most, 1)}" value="${value}" ${label}></meter> ${value}</div>`
}

const web = /^https?:\/\//

/** A URL that leads to its page. Anything but a web URL is plain text. */
export function linkTo(url: string): string {
  const text = inertHtml(url)
  if (!web.test(url) || !URL.canParse(url)) return text
  const href = new URL(url).href.replace(/[&"'<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<a href="${href}" rel="noreferrer nofollow">${text}</a>`
}
