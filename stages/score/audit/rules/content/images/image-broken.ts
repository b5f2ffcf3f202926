import { answeredImages, faultyImages } from '../../../derived/images/page-images.ts'
import { fail, pass, rule } from '../../../engine/rule.ts'

export const imageBroken = rule({
  id: 'image-broken',
  severity: 'error',
  title: 'Images load',
  why: 'A broken image leaves a hole in the page, and cannot be found in image search.',
  fix: 'Correct the address of the image, put the file back, or remove the image.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/google-images',
  needs: ['document', 'probes'],
  messages: { broken: '{affected} of {total} images cannot be loaded.' },

  check(facts) {
    const { found, otherwise } = faultyImages(answeredImages(facts), ({ verdict }) => {
      if (verdict.kind === 'unknown') return { unknown: verdict.reason }
      return verdict.kind === 'broken' ? verdict.what : null
    })
    return found === null ? (otherwise ?? pass) : fail('broken', found)
  },
})
