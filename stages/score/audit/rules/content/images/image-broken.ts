import { answeredImages, faultyImages } from '../../../derived/images/page-images.ts'
import { fail, pass, rule } from '../../../engine/rule.ts'

export const imageBroken = rule({
  id: 'image-broken',
  severity: 'error',
  title: 'Broken images',
  passTitle: 'Images load',
  why: 'A broken image leaves a gap in the page, and cannot appear in image search.',
  fix: 'Correct the URL of the image, restore the file, or remove the image.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/google-images',
  needs: ['document', 'probes'],
  messages: { broken: '{affected} of {total} {total:image|images} {affected:is|are} broken: {first}' },

  check(facts) {
    const { found, otherwise } = faultyImages(answeredImages(facts), ({ verdict }) => {
      if (verdict.kind === 'unknown') return { unknown: verdict.reason }
      return verdict.kind === 'broken' ? verdict.what : null
    })
    return found === null ? (otherwise ?? pass) : fail('broken', found)
  },
})
