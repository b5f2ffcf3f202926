import type { Element } from 'domhandler'
import { hasText } from '../../../derived/names/id-references.ts'
import { childElements } from '../../../derived/page/tree.ts'

/** The address that an `audio` or `video` element plays, or the first of several; null without one. */
export function sourceOf(player: Element): string | null {
  const { src } = player.attribs
  if (src !== undefined) return hasText(src) ? src : null
  const source = childElements(player).find(({ name, attribs }) => name === 'source' && hasText(attribs.src))
  return source?.attribs.src ?? null
}

const MAX_CHARS = 200

/**
 * Seconds of the part that the fragment of a URL chooses (Media Fragments URI 1.0, 4.2.1); null where it does not
 * say the end.
 */
export function secondsOfPart(url: string): number | null {
  const hash = url.indexOf('#')
  if (hash === -1) return null
  const parts = url.slice(hash + 1, hash + MAX_CHARS).split('&')
  const part = parts.findLast((each) => each.startsWith('t='))
  const [from = '', to = ''] = part?.replace(/^t=(?:npt:)?/, '').split(',', 2) ?? []
  const start = from === '' ? 0 : secondsIn(from)
  const end = secondsIn(to)
  return start === null || end === null || end <= start ? null : end - start
}

/** Seconds of a time such as `90`, `1:30` or `0:01:30.5`. */
function secondsIn(time: string): number | null {
  if (!/^(?:\d+:){0,2}\d+(?:\.\d*)?s?$/.test(time)) return null
  return time.split(':').reduce((sum, part) => sum * 60 + Number.parseFloat(part), 0)
}
