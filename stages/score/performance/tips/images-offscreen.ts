import { filesBySize } from '../advice/items.ts'
import { savedByBytes } from '../advice/saved-time.ts'
import { kib, nameOf, plural, type Tip } from '../advice/tip.ts'
import { transferOf } from '../resources/totals.ts'

/** Minimum of one image (Lighthouse), and of all images together. */
const LEAST_BYTES = 2048
const LEAST_BYTES_IN_ALL = 20 * 1024

export const imagesOffscreen: Tip = {
  id: 'images-offscreen',
  title: 'Offscreen images loaded at once',
  effort: 'low',
  when: 'images below the first screen load at once, 20 KiB or more together',
  learnMore: 'https://web.dev/articles/browser-level-image-lazy-loading',
  find(facts) {
    const eager = facts.shownImages
      .filter(({ image }) => !image.isInViewport && !image.isLazy && !image.isBackground && !image.isLcp)
      .map(({ request }) => request)
      .filter(({ transferBytes }) => transferBytes >= LEAST_BYTES)
    const bytes = transferOf(eager)
    const [first] = eager
    if (first === undefined || bytes < LEAST_BYTES_IN_ALL) return null
    const saved = eager.map((request) => ({ request, bytes: request.transferBytes }))
    const message = `${plural(eager.length, 'image')} below the first screen (${kib(bytes)}) loaded at once, first ${nameOf(first.url)}. Add loading="lazy".`
    return { message, ...savedByBytes(facts, saved), items: filesBySize(eager) }
  },
}
