import { type Element, isTag } from 'domhandler'
import {
  type AnsweredImage,
  answeredImages,
  faultyImages,
  type ImageFault,
} from '../../../derived/images/page-images.ts'
import { fail, pass, rule } from '../../../engine/rule.ts'

const FROM_BYTES = 100_000
/** Larger files are reported by image-heavy. */
const HEAVY_BYTES = 500_000
const legacy = new Set(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/x-png'])

export const imageLegacyFormat = rule({
  id: 'image-legacy-format',
  severity: 'info',
  title: 'Large images in legacy formats',
  passTitle: 'Large images use modern formats',
  why: 'WebP and AVIF are often much smaller than JPEG and PNG at the same quality, so pages load faster.',
  fix: 'Serve the image as WebP or AVIF, with the old format as a fallback where needed.',
  effort: 'hours',
  impact: 'low',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/performance/uses-webp-images',
  needs: ['document', 'probes'],
  messages: {
    legacy:
      '{affected} of {total} {total:image|images} {affected:is a JPEG or PNG file|are JPEG or PNG files} of more than {min} kB without a WebP or AVIF variant: {first}',
  },

  check(facts) {
    const { found, otherwise } = faultyImages(answeredImages(facts), faultOf)
    if (found === null) return otherwise ?? pass
    return fail('legacy', { ...found, values: { min: FROM_BYTES / 1000 } })
  },
})

function faultOf({ element, verdict, type, bytes }: AnsweredImage): ImageFault {
  if (verdict.kind === 'broken' || hasModernSource(element)) return null
  if (verdict.kind === 'unknown') return { unknown: verdict.reason }
  if (type === '') return { unknown: 'type_unknown' }
  if (!legacy.has(type)) return null
  if (bytes === null) return { unknown: 'length_unknown' }
  return bytes > FROM_BYTES && bytes <= HEAVY_BYTES ? `${type}, ${Math.round(bytes / 1000)} kB` : null
}

/** Whether the picture element around it offers a smaller format. */
function hasModernSource({ parent }: Element): boolean {
  if (parent === null || !isTag(parent) || parent.name !== 'picture') return false
  return parent.children.some((child) => {
    if (!isTag(child) || child.name !== 'source') return false
    const { type = '', srcset = '' } = child.attribs
    return (
      /image\/(?:webp|avif|jxl)/i.test(type) ||
      /\.(?:webp|avif|jxl)(?:[\s?#,]|$)/i.test(srcset.slice(0, 5_000))
    )
  })
}
