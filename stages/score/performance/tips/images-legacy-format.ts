import { imageFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const imagesLegacyFormat: Tip = {
  id: 'images-legacy-format',
  when: 'an image in another format than WebP or AVIF has over 1/6 byte per pixel, 4 KiB or more too much',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/image-delivery',
  find: (facts) => imageFinding(facts, 'legacy_format', 'with many bytes per pixel', 'serve AVIF or WebP'),
}
