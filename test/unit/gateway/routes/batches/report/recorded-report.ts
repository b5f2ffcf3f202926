import { answers } from '#gateway/documents/examples.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'

/** A report that the service made. */
export const recordedReport = answers.find(({ name }) => name === 'report')?.response.body as SiteReport

type Issue = SiteReport['site_issues'][number]

/** An issue about these items. */
export const issueOf = (items: Issue['items'], total = items.length): Issue => ({
  ...{
    id: 'site-broken-link',
    severity: 'error',
    title: 'Broken <links>',
    why: 'Because.',
    fix: 'Mend them.',
  },
  ...{ docs_url: 'https://authority.test/', affected: total, items_total: total, items },
})
