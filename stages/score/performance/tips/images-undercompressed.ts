import { imageFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const imagesUndercompressed: Tip = {
  id: 'images-undercompressed',
  title: 'Images with too little compression',
  effort: 'low',
  when: 'an image in WebP or AVIF has over 1/6 byte per pixel, 4 KiB or more too much',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/image-delivery',
  find: (facts) =>
    imageFinding(
      facts,
      'undercompressed',
      ['image with too little compression', 'images with too little compression'],
      'Lower the quality, which hardly shows',
    ),
}
