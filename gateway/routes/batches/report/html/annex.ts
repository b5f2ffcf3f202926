import type { Finding } from '#shared/operations/results/site-findings.ts'
import { inertHtml } from '../inert-text.ts'
import { number } from '../words.ts'
import { annexId, CHAPTER_ITEMS } from './chapters.ts'
import { chapterId, type ReportDocument } from './document.ts'
import { foundBehind, hasMore } from './found.ts'
import { folded, list } from './parts.ts'

/** Lines of the annex of a chapter. The service has all. */
const MOST = 200

/** Whether there is an annex. */
export function hasAnnex({ findings }: ReportDocument): boolean {
  return findings.some((finding) => hasMore(finding, CHAPTER_ITEMS))
}

/** What the chapters leave out, as far as there is room for it; nothing where they leave out nothing. */
export function* annex(made: ReportDocument): Generator<string> {
  if (hasAnnex(made)) yield '<h2 id="annex">Annex: further pages</h2>\n'
  // One template makes the same mistakes on the same pages.
  const known = new Map<string, number>()
  for (const [at, finding] of made.findings.entries()) {
    if (!hasMore(finding, CHAPTER_ITEMS)) continue
    const pages = finding.examples.slice(CHAPTER_ITEMS).map(({ url }) => url)
    const same = finding.isOfSite ? undefined : known.get(pages.join('\n'))
    if (same === undefined) known.set(pages.join('\n'), at)
    yield `<section class="annex" id="${annexId(at)}"><h3><a href="#${chapterId(at)}">${at + 1}. ${inertHtml(finding.title)}</a></h3>
${same === undefined ? further(finding, made) : sameAs(same)}${notNamed(finding)}</section>
`
  }
}

function further(finding: Finding, { origin, room }: ReportDocument): string {
  const lines = room.take(foundBehind(finding, CHAPTER_ITEMS, origin), MOST)
  const none = '<p class="soft">There is no room for more here.</p>\n'
  return lines.length === 0 ? none : folded(`Show ${lines.length}`, list(lines, 'flow'))
}

function sameAs(at: number): string {
  return `<p class="same">The same pages as <a href="#${annexId(at)}">issue ${at + 1}</a></p>\n`
}

/** How many pages of a rule about pages the report does not name. */
function notNamed({ isOfSite, pages, examples }: Finding): string {
  const left = pages - examples.length
  return isOfSite || left <= 0 ? '' : `<p class="soft more">and ${number(left)} more</p>\n`
}
