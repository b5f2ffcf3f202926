import { answeredImages, faultyImages } from '../../../derived/images/page-images.ts'
import { fail, pass, rule } from '../../../engine/rule.ts'

/** Media types by file extension. */
const byExtension: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
}
/** Formats that servers send by content negotiation under the same URL. */
const negotiated = new Set(['image/webp', 'image/avif', 'image/jxl'])
const synonyms: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/x-ms-bmp': 'image/bmp',
}

export const imageWrongType = rule({
  id: 'image-wrong-type',
  severity: 'info',
  title: 'Images with the wrong content type',
  passTitle: 'Images have the right content type',
  why: 'Google requires supported image types, and file extensions that match the type.',
  fix: 'Make the server send the right Content-Type, or rename the file.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/google-images',
  needs: ['document', 'probes'],
  messages: {
    wrong:
      '{affected} of {total} {total:image|images} {affected:has a content type that does|have content types that do} not match an image or the file extension: {first}',
  },

  check(facts) {
    const { found, otherwise } = faultyImages(answeredImages(facts), ({ url, verdict, type }) => {
      // Images that cannot be loaded are reported by image-broken.
      if (verdict.kind !== 'works') return verdict.kind === 'broken' ? null : { unknown: verdict.reason }
      // Without a Content-Type, browsers sniff the type.
      return type === '' || isRight(url, synonyms[type] ?? type) ? null : type
    })
    return found === null ? (otherwise ?? pass) : fail('wrong', found)
  },
})

function isRight(url: string, type: string): boolean {
  if (!type.startsWith('image/')) return false
  const extension = /\.([a-z]{3,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  const expected = byExtension[extension]
  return expected === undefined || expected === type || negotiated.has(type)
}
