import type { Finding } from '#shared/operations/results/site-findings.ts'
import { inertHtml } from '../inert-text.ts'
import { severityName } from '../words/findings.ts'
import { countOf, gainOf } from '../words.ts'
import { chapterId, type ReportDocument } from './document.ts'

/** Findings that stand first. */
const FIRST = 5

/** What to do first, with the effort and the gain of each. */
export function first({ findings, about: { severities } }: ReportDocument): string {
  const title = '<h2 id="first">What to do first</h2>\n'
  if (findings.length === 0)
    return `${title}<p>${severities === null ? 'No issues were found.' : 'No issues of these severities were found.'}</p>\n`
  const items = findings.slice(0, FIRST).map(
    (finding, at) =>
      `<li><a href="#${chapterId(at)}"><strong>${inertHtml(finding.title)}</strong></a>
<span class="meta">${metaOf(finding)}</span><br>${inertHtml(finding.fix)}</li>`,
  )
  return `${title}<ol class="first">${items.join('\n')}</ol>\n`
}

/** What a finding is, on one line: how bad, how many, what a fix takes and gives. HTML. */
export function metaOf(finding: Finding): string {
  const { severity, effort } = finding
  const parts = [
    `<span class="tag ${severity}">${severityName(severity)}</span>`,
    countOf(finding.pages, 'page'),
    ...(effort === null ? [] : [`effort: ${effort}`]),
    ...(finding.points === 0 ? [] : [`gain: ${gainOf(finding)}`]),
  ]
  return parts.join(' · ')
}
