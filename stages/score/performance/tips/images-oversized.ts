import { imageFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const imagesOversized: Tip = {
  id: 'images-oversized',
  title: 'Images larger than displayed',
  effort: 'medium',
  when: 'an image has so many more pixels than are shown that 4 KiB (12 KiB with srcset) could be saved',
  learnMore: 'https://web.dev/articles/serve-responsive-images',
  find: (facts) =>
    imageFinding(
      facts,
      'oversized',
      ['image larger than displayed', 'images larger than displayed'],
      'Offer several sizes with srcset and sizes',
    ),
}
