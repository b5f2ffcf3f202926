import { imageFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const imagesOversized: Tip = {
  id: 'images-oversized',
  when: 'an image has so many more pixels than are shown that 4 KiB (12 KiB with srcset) could be saved',
  learnMore: 'https://web.dev/articles/serve-responsive-images',
  find: (facts) => imageFinding(facts, 'oversized', 'larger than shown', 'offer sizes by srcset and sizes'),
}
