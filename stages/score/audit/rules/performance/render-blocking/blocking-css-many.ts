import { sentBytes } from '../../../derived/resources/assets.ts'
import { blockingSheets } from '../../../derived/resources/blocking-resources.ts'
import { elementEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

const MAX_SHEETS = 2
const MAX_KB = 100

export const blockingCssMany = rule({
  id: 'blocking-css-many',
  severity: 'info',
  title: 'Too much render-blocking CSS',
  passTitle: 'Little CSS blocks rendering',
  why: 'The browser paints nothing until all style sheets in the head have been loaded.',
  fix: 'Inline the CSS that the first screen needs, combine small files, and load the rest later.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/performance/insights/render-blocking',
  needs: ['document', 'probes'],
  messages: {
    many: '{count} style sheets block rendering, the first of them {first}; up to {max} is good.',
    large: 'Render-blocking style sheets weigh {kilobytes} KB; up to {max} KB is good.',
  },
  thresholds: {
    good: 'up to 2 files and 100 KB',
    needs_improvement: 'more than 2 files or 100 KB',
    poor: 'none',
  },

  check({ document, probes }) {
    const sheets = blockingSheets(document)
    if (sheets.length === 0) return notApplicable
    const evidence = sheets.map((sheet) => elementEvidence(sheet, sheet.attribs.href ?? ''))
    if (sheets.length > MAX_SHEETS)
      return fail('many', { values: { count: sheets.length, max: MAX_SHEETS }, evidence })
    const sizes = sheets.map(({ attribs }) =>
      sentBytes(probes.of(document.resolve(attribs.href ?? '') ?? '')),
    )
    const kilobytes = Math.round(sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) / 1000)
    if (kilobytes > MAX_KB) return fail('large', { values: { kilobytes, max: MAX_KB }, evidence })
    return sizes.includes(null) ? notDecidable('size_unknown') : pass
  },
})
