import { answers } from '#gateway/documents/examples.ts'
import type { ReportAbout } from '#gateway/routes/batches/report/words.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'

/** A report that the service made. */
export const recordedReport = answers.find(({ name }) => name === 'report')?.response.body as SiteReport

/** What a report of all findings has besides them. */
export const SERVICE: ReportAbout = {
  publicUrl: 'https://probe.test',
  severities: null,
  branding: { title: null, client: null, logo: null },
}

type Issue = SiteReport['site_issues'][number]

/** An issue about these items. */
export const issueOf = (items: Issue['items'], total = items.length): Issue => ({
  ...{
    id: 'site-broken-link',
    severity: 'error',
    title: 'Broken <links>',
    why: 'Because.',
    fix: 'Fix them.',
  },
  ...{ docs_url: 'https://authority.test/', affected: total, items_total: total, items },
  ...{ points: 0, pages_url: '/batches/b/pages?rule=site-broken-link' },
})

/** A rule about pages that failed on the first ones of these. */
export const ruleOf = (id: string, examples: SiteReport['rules'][number]['examples'] = []) => ({
  ...(recordedReport.rules[0] as SiteReport['rules'][number]),
  ...{ rule_id: id, pages_url: `/batches/b/pages?rule=${id}`, pages: examples.length, examples },
})

/** A report in which everything that pages may have written is this text. */
export function reportSaying(text: string): SiteReport {
  const { batch, pages, rules } = recordedReport
  const sources = [{ url: text, text }]
  const total = { new_total: 2, fixed_total: 1, pages_added_total: 1, pages_gone_total: 1, unchanged: 0 }
  return {
    ...recordedReport,
    batch: { ...batch, seeds: [text] },
    pages: { ...pages, by_code: { [text]: 1 } },
    scores: {
      ...{ mean: 1, median: 1, by_category: { [text]: 1 }, worst: [{ url: text, overall: 1 }] },
      distribution: [{ from: 0, to: 100, pages: 1 }],
    },
    rules: rules.slice(0, 1).map((rule) => ({
      ...{ ...rule, title: text, why: text, fix: text },
      examples: [{ url: text, selector: text, snippet: text, message: text }],
    })),
    site_issues: [
      issueOf([
        { value: text, urls: [text, text] },
        { url: text, reason: text, hops: [text, text], sources },
      ]),
    ],
    changes: {
      ...{
        ...total,
        batch: text,
        pages_added: [text],
        pages_gone: [text],
        fixed: [{ id: text, urls: [text] }],
      },
      new: [
        { rule_id: text, url: text },
        { id: text, value: text, urls: [text] },
      ],
    },
  }
}

/** Texts that try to be more than text. */
export const hostileTexts = [
  '</title><script>alert(1)</script>',
  '</style></main></body></html><h1>x</h1>',
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  '<img src=x onerror=alert(1)>',
  '<!-- <![CDATA[ <?x',
  '&lt;script&gt; &#60;b&#62; &amp',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'java\u0000script:alert(1)',
  '[x](javascript:alert(1)) ![y](//evil.test/y.png)',
  '[x]: javascript:alert(1)',
  'a | b | c |',
  '``` `x` ~~~',
  'x\n\n# Heading\n\n- item\r\n> quote\u2028| cell |\n---\n',
  '# Heading',
  '> quote',
  '1. item',
  '- item',
  '***bold*** __bold__ _x_ ~~y~~',
  'ends with a backslash \\',
  '\\[x\\](y) \\| \\`',
  '<https://evil.test/> @somebody #1',
] as const
