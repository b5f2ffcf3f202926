import { inertHtml } from '../inert-text.ts'
import type { Finding } from '../words/findings.ts'
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
  for (const [at, finding] of made.findings.entries())
    if (hasMore(finding, CHAPTER_ITEMS)) yield annexOf(finding, at, made)
}

function annexOf(finding: Finding, at: number, { origin, room }: ReportDocument): string {
  const lines = room.take(foundBehind(finding, CHAPTER_ITEMS, origin), MOST)
  const none = '<p class="soft">There is no room for more here.</p>'
  return `<section class="annex" id="${annexId(at)}"><h3><a href="#${chapterId(at)}">${at + 1}. ${inertHtml(finding.title)}</a></h3>
${lines.length === 0 ? none : folded(`Show ${lines.length}`, list(lines, 'flow'))}</section>
`
}
