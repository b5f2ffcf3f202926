import { assetsOf, sentBytes } from '../../../derived/resources/assets.ts'
import { externalEvidence, fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

const GOOD_KIB = 2667

export const pageWeight = rule({
  id: 'page-weight',
  severity: 'info',
  title: 'Page too heavy',
  passTitle: 'Page weight is reasonable',
  why: 'Every byte has to be downloaded, and visitors with small data plans pay for it. The page, its scripts, style sheets and images are counted as far as their sizes are known.',
  fix: 'Compress images, remove scripts, and lazy-load what is further down.',
  effort: 'days',
  impact: 'medium',
  fixable: false,
  reference: 'https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight',
  needs: ['document', 'http', 'probes'],
  messages: {
    heavy:
      'The page and its files weigh {kibibytes} KiB, plus {unknown} {unknown:file|files} of unknown size; the largest is {first}. Up to {good} KiB is good.',
  },
  thresholds: {
    good: 'up to 2,667 KiB',
    needs_improvement: '2,667 to 4,000 KiB',
    poor: 'more than 4,000 KiB',
  },

  check({ document, http, probes }) {
    const files = assetsOf(document)
      .filter(({ isLazy }) => !isLazy)
      .map(({ url, evidence }) => ({ evidence, url, bytes: sentBytes(probes.of(url)) }))
    const known = files.flatMap(({ evidence, url, bytes }) =>
      bytes === null ? [] : { evidence, url, bytes },
    )
    const own = Number(http.header('content-length')[0] ?? Number.NaN) || http.bodyBytes
    const kibibytes = Math.round(known.reduce((sum, { bytes }) => sum + bytes, own) / 1024)
    const unknown = files.length - known.length
    if (kibibytes <= GOOD_KIB) return unknown === 0 ? pass : notDecidable('size_unknown')
    const largest = known.toSorted((a, b) => b.bytes - a.bytes).slice(0, 9)
    const shown = largest.map(({ evidence: { node }, url, bytes }) => ({
      node,
      value: `${url}: ${bytes} bytes`,
    }))
    const evidence = [...shown, externalEvidence(`the page: ${own} bytes`)]
    return fail('heavy', { values: { kibibytes, unknown, good: GOOD_KIB }, evidence })
  },
})
