import { escaped } from '../../../../server/pages/html.ts'
import { inertHtml } from '../inert-text.ts'
import { siteName } from '../words/site-name.ts'
import { summaryOf } from '../words/summary.ts'
import { dayOf, figuresOf, preliminary, titleOf } from '../words.ts'
import type { ReportDocument } from './document.ts'
import { facts } from './parts.ts'

/** Who made what for whom, and when. */
export function cover({ report, about: { branding } }: ReportDocument): string {
  const { title = null, client = null, logo = null } = branding ?? {}
  const { finished_at, created_at } = report.batch
  const image = logo === null ? '' : `<p><img class="logo" src="${logo}" alt="Logo"></p>\n`
  const site = title === null ? '' : `<p class="site">${inertHtml(siteName(report))}</p>\n`
  const made = client === null ? '' : `Prepared for <strong>${inertHtml(client)}</strong><br>\n`
  const note = preliminary(report)
  return `<header class="cover">
${image}<h1>${inertHtml(titleOf(report, branding))}</h1>
${site}<p>${made}Crawled on ${dayOf(finished_at ?? created_at)}</p>
${note === null ? '' : `<p><strong>${note}</strong></p>\n`}<p class="soft">Made with PageProbe</p>
</header>
`
}

/** The sentences that sum it up, and the figures they are made from. */
export function summary({ report, about }: ReportDocument): string {
  const sentences = summaryOf(report, about).map(escaped)
  return `<h2 id="summary">Summary</h2>
<p class="lead">${sentences.join(' ')}</p>
${facts(figuresOf(report))}`
}
