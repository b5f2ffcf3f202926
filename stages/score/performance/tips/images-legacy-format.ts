import { imageFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const imagesLegacyFormat: Tip = {
  id: 'images-legacy-format',
  title: 'Images not in WebP or AVIF',
  effort: 'medium',
  when: 'an image in another format than WebP or AVIF has over 1/6 byte per pixel, 4 KiB or more too much',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/image-delivery',
  find: (facts) =>
    imageFinding(
      facts,
      'legacy_format',
      ['image with many bytes per pixel', 'images with many bytes per pixel'],
      'Serve AVIF or WebP',
    ),
}
