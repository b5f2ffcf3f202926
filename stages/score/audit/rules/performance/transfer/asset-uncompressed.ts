import { assetsOf, sentBytes } from '../../../derived/resources/assets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Smaller files fit into one packet, so compressing them gains nothing. */
const SMALL_BYTES = 1400

export const assetUncompressed = rule({
  id: 'asset-uncompressed',
  severity: 'info',
  title: 'Uncompressed scripts and style sheets',
  passTitle: 'Scripts and style sheets are compressed',
  why: 'Compression makes text files three to five times smaller, so they arrive sooner.',
  fix: 'Enable gzip or Brotli for scripts, style sheets and SVG.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression',
  needs: ['document', 'probes'],
  messages: {
    plain:
      '{affected} of {total} {total:script or style sheet|scripts and style sheets} {affected:is|are} not compressed: {first}',
  },

  check({ document, probes }) {
    const texts = assetsOf(document).filter(({ isOwn, kind }) => isOwn && kind !== 'image')
    return evaluateTargets(texts, 'plain', ({ url }) => {
      const answer = probes.of(url)
      if (answer === undefined || answer.error === 'refused') return { unknown: 'not_probed' }
      const coding = answer.headers['content-encoding']?.trim().toLowerCase() ?? ''
      if (answer.status !== 200 || (coding !== '' && coding !== 'identity')) return null
      const bytes = sentBytes(answer)
      if (bytes === null) return { unknown: 'size_unknown' }
      return bytes > SMALL_BYTES ? `${url} (${bytes} bytes)` : null
    })
  },
})
