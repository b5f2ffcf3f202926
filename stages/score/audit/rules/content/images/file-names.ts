import { type Element, isTag } from 'domhandler'
import { parseSrcset } from '#shared/page/srcset.ts'
import { parentOf } from '../../../derived/page/tree.ts'

/** Number of nodes before the image that are searched for sources. */
const MOST_SIBLINGS = 50
const MAX_URL = 2_000

/**
 * Whether the text is the file name of what the image may show, in any case: the last part of the path of a URL in its
 * source set (HTML Standard, 4.8.4.3.8), without query and fragment, as written or decoded.
 */
export function isFileNameOf(image: Element, text: string): boolean {
  const { src = '', srcset } = image.attribs
  const wanted = text.toLowerCase()
  const sets = [srcset, ...pictureSets(image)].flatMap((set) =>
    set !== undefined && mayName(set, wanted) ? parseSrcset(set).candidates : [],
  )
  const urls = [src, ...sets.map(({ url }) => url)].filter((url) => mayName(url, wanted))
  const names = urls.map(fileNameOf)
  return wanted !== '' && [...names, ...names.map(decoded)].includes(wanted)
}

/** Rejects most texts without parsing URLs: a name must stand in them as it is, or escaped. */
function mayName(urls: string, wanted: string): boolean {
  return urls.includes('%') || urls.toLowerCase().includes(wanted)
}

function pictureSets(image: Element): (string | undefined)[] {
  if (parentOf(image)?.name !== 'picture') return []
  const sets: (string | undefined)[] = []
  let left = MOST_SIBLINGS
  for (let node = image.prev; node !== null && left > 0; node = node.prev) {
    left -= 1
    if (isTag(node) && node.name === 'source') sets.push(node.attribs.srcset)
  }
  return sets
}

function fileNameOf(url: string): string {
  if (/^\s*(?:data|blob):/i.test(url)) return ''
  const [path = ''] = url.slice(0, MAX_URL).trim().split(/[?#]/, 1)
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
