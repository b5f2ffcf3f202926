import { setImmediate } from 'node:timers/promises'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { annex } from './html/annex.ts'
import { changes } from './html/changes.ts'
import { chapters } from './html/chapters.ts'
import { contents } from './html/contents.ts'
import { cover, summary } from './html/cover.ts'
import { documentOf } from './html/document.ts'
import { first } from './html/first.ts'
import { method } from './html/method.ts'
import { pages } from './html/pages.ts'
import { score } from './html/score.ts'
import { inertHtml } from './inert-text.ts'
import { STYLE } from './style.ts'
import { type HtmlAbout, titleOf } from './words.ts'

/** The parts of the document in their order: a text, or one for each chapter. */
const parts = [cover, summary, score, first, changes, contents, chapters, pages, method, annex]

/**
 * The report as one HTML file without script and without outside resources, 5 MB at most, for a screen and for A4 paper. Its policy
 * is `HTML_POLICY`; links to all pages of a finding lead to the service.
 */
export function reportHtml(report: SiteReport, about: HtmlAbout): string {
  return [...pieces(report, about)].join('')
}

/** Characters of a document that are made before others have their turn: a few milliseconds. */
const TURN_CHARS = 65_536

/** The same, made in turns with what else the process has to do. */
export async function reportHtmlInTurns(report: SiteReport, about: HtmlAbout): Promise<string> {
  const made: string[] = []
  let left = TURN_CHARS
  for (const piece of pieces(report, about)) {
    made.push(piece)
    left -= piece.length
    if (left > 0) continue
    await setImmediate()
    left = TURN_CHARS
  }
  return made.join('')
}

function* pieces(report: SiteReport, about: HtmlAbout): Generator<string> {
  const made = documentOf(report, about)
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${inertHtml(titleOf(report, about.branding))}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
`
  for (const part of parts) {
    const text = part(made)
    if (typeof text === 'string') yield text
    else yield* text
  }
  yield `</main>
</body>
</html>
`
}
