import type { Element } from 'domhandler'
import { exposedImages } from '../../../derived/names/nameless.ts'
import { closest } from '../../../derived/page/tree.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

const MAX_CHARS = 300
const fileName = /^[^\s/\\]+\.(?:png|jpe?g|gif|webp|svg|avif|bmp|tiff?|ico|heic)$/i
/** File names of cameras and programs. */
const numbered =
  /^(?:img|dsc[nf]?|image|photo|picture|screenshot|pxl|mvimg|unnamed|untitled)[_-]?\d{3,}[\w-]*$/i

export const imageAltFilename = rule({
  id: 'image-alt-filename',
  severity: 'warning',
  title: 'Text alternatives are no file names',
  why: 'A file name tells people who cannot see the image, and search engines, nothing of what it shows.',
  fix: 'Write what the image tells into its alt attribute; for mere decoration leave it empty (alt="").',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/9eb3f6/',
  needs: ['document'],
  messages: { fileName: '{affected} of {total} text alternatives are the name of a file.' },

  check({ document }) {
    const images = exposedImages(document).filter(
      ({ attribs }) => attribs.alt !== undefined && attribs.alt.trim() !== '',
    )
    return evaluateElements(images, 'fileName', (image) =>
      isFileName(image) ? (image.attribs.alt ?? '') : null,
    )
  },
})

function isFileName(image: Element): boolean {
  const { alt = '', src = '' } = image.attribs
  const text = alt.trim().slice(0, MAX_CHARS)
  if (!fileName.test(text) && !numbered.test(text)) return false
  // ACT 9eb3f6: in a link that downloads the file, its name is the right text.
  const link = closest(image, ({ name }) => name === 'a')
  if (link === null) return true
  const { href = '', download } = link.attribs
  return download === undefined && (href === src || !href.toLowerCase().endsWith(text.toLowerCase()))
}
