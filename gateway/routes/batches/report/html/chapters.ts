import type { Finding } from '#shared/operations/results/site-findings.ts'
import { inertHtml } from '../inert-text.ts'
import { allPagesText } from '../words/findings.ts'
import { chapterId, type ReportDocument } from './document.ts'
import { metaOf } from './first.ts'
import { foundAt, hasMore } from './found.ts'
import { allPages, folded, linkTo, list } from './parts.ts'

/** Pages of a chapter that a screen shows at once, and all that it has. The annex has further ones. */
const SHOWN = 5
export const CHAPTER_ITEMS = 20

/** A chapter for each finding, in their one order: what, why, how, and where it was found. */
export function* chapters(made: ReportDocument): Generator<string> {
  if (made.findings.length > 0) yield '<h2 id="issues">Issues</h2>\n'
  for (const [at, finding] of made.findings.entries()) yield chapter(finding, at, made)
}

function chapter(finding: Finding, at: number, made: ReportDocument): string {
  const { title, why, fix, docs_url } = finding
  const { publicUrl } = made.about
  const found = made.room.take(foundAt(finding, CHAPTER_ITEMS, made.origin), CHAPTER_ITEMS)
  const annex = hasMore(finding, CHAPTER_ITEMS) ? `<a href="#${annexId(at)}">More in the annex</a>` : ''
  const links = [allPages(allPagesText(finding), finding, publicUrl), annex].filter((link) => link !== '')
  return `<section class="issue" id="${chapterId(at)}">
<div class="head"><h3>${at + 1}. ${inertHtml(title)}</h3>
<p class="meta">${metaOf(finding)}</p></div>
<p>${why === null ? '' : `${inertHtml(why)} `}<strong>How to fix:</strong> ${inertHtml(fix)} <span class="source">${linkTo(docs_url)}</span></p>
${list(found.slice(0, SHOWN), 'flow')}${folded(`${found.length - SHOWN} more`, list(found.slice(SHOWN), 'flow'))}${links.length === 0 ? '' : `<p class="more">${links.join(' · ')}</p>\n`}</section>
`
}

/** The id of the annex of a chapter. */
export function annexId(at: number): string {
  return `annex-${at + 1}`
}
