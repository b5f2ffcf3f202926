import { inertHtml } from '../inert-text.ts'
import { hasAnnex } from './annex.ts'
import { chapterId, type ReportDocument } from './document.ts'

/** The list of contents, with a link to each chapter. */
export function contents(made: ReportDocument): string {
  const issues = made.findings.map(({ title }, at) => link(chapterId(at), `${at + 1}. ${inertHtml(title)}`))
  const parts = [
    ...issues,
    link('pages', 'Pages by status and depth'),
    link('method', 'Method'),
    ...(hasAnnex(made) ? [link('annex', 'Annex: further pages')] : []),
  ]
  return `<nav aria-labelledby="contents"><h2 id="contents">Contents</h2>
<ul class="contents">${parts.map((part) => `<li>${part}</li>`).join('\n')}</ul></nav>
`
}

function link(id: string, text: string): string {
  return `<a href="#${id}">${text}</a>`
}
