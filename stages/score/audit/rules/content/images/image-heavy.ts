import { answeredImages, faultyImages } from '../../../derived/images/page-images.ts'
import { fail, pass, rule } from '../../../engine/rule.ts'

const MOST_BYTES = 500_000

export const imageHeavy = rule({
  id: 'image-heavy',
  severity: 'warning',
  title: 'Images too large',
  passTitle: 'Image files are small',
  why: 'Heavy images are the most common cause of slow pages, especially on phones.',
  fix: 'Resize the image to its displayed size, compress it, or use WebP or AVIF.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/google-images',
  needs: ['document', 'probes'],
  messages: {
    heavy: '{affected} of {total} {total:image|images} {affected:is|are} larger than {max} kB: {first}',
  },
  thresholds: { good: 'up to 500 kB', needs_improvement: 'over 500 kB', poor: 'over 1 MB' },

  check(facts) {
    const { found, otherwise } = faultyImages(answeredImages(facts), ({ verdict, bytes }) => {
      if (verdict.kind !== 'works') return verdict.kind === 'broken' ? null : { unknown: verdict.reason }
      // An unknown length is not 0.
      if (bytes === null) return { unknown: 'length_unknown' }
      return bytes > MOST_BYTES ? `${Math.round(bytes / 1000)} kB` : null
    })
    if (found === null) return otherwise ?? pass
    return fail('heavy', { ...found, values: { max: MOST_BYTES / 1000 } })
  },
})
