import type { Element } from 'domhandler'
import { inputType } from '../../../derived/aria/role.ts'
import { nameOf } from '../../../derived/names/accessible-name.ts'
import { nearest } from '../../../derived/page/tree.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { isFileNameOf } from './file-names.ts'

const fileName = /^[^\s/\\]+\.(?:png|jpe?g|gif|webp|svg|avif|bmp|tiff?|ico|heic)$/i
/** File names of cameras and programs. */
const numbered =
  /^(?:img|dsc[nf]?|image|photo|picture|screenshot|pxl|mvimg|unnamed|untitled)[_-]?\d{3,}[\w-]*$/i

export const imageAltFilename = rule({
  id: 'image-alt-filename',
  severity: 'warning',
  title: 'File names as alternative text',
  passTitle: 'Alternative text is not a file name',
  why: 'A file name tells people who cannot see the image, and search engines, nothing about what it shows.',
  fix: 'Describe the image in its alt attribute; for purely decorative images leave it empty (alt="").',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/9eb3f6/',
  excludes:
    'File names without an extension that are ordinary words may describe the image; with a hyphen or digits a person has to decide. In a link that downloads the file, its name is the right text.',
  needs: ['document'],
  messages: {
    fileName:
      '{affected} of {total} {total:image|images} {affected:has|have} a file name as alternative text: "{first}".',
  },

  check({ document }) {
    const images = document.byTag('img', 'input').filter((image) => {
      if (image.name === 'input' && inputType(image) !== 'image') return false
      return document.isExposed(image) && nameOf(document, image) !== ''
    })
    return evaluateElements(images, 'fileName', (image) => faultOf(document, image), 'needs_reading')
  },
})

function faultOf(document: PageDocument, image: Element) {
  const name = nameOf(document, image)
  if (fileName.test(name) || numbered.test(name)) return isOfDownload(image, name) ? null : name
  // With a dot or an underscore it is no word; with a hyphen or digits alone it may be one.
  const isNoWord = /[._]/.test(name)
  if (!isNoWord && (!/[-\d]/.test(name) || name.includes(' '))) return null
  if (!isFileNameOf(image, name)) return null
  return isNoWord ? name : undecided
}

/** In a link that downloads the file, its name is the right text. */
function isOfDownload(image: Element, name: string): boolean {
  const link = linkAround(image)
  if (link === null) return false
  const { href = '', download } = link.attribs
  return (
    download !== undefined || (href !== image.attribs.src && href.toLowerCase().endsWith(name.toLowerCase()))
  )
}

const linkAround = nearest(({ name }) => name === 'a')
