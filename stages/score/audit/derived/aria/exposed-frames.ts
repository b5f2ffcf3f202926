import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { tabIndexOf } from '../focus/focusable.ts'

/** Frames that people can reach. Frames for programs have a size of one pixel, or the Tab key skips them. */
export const exposedFrames = memoize((document: PageDocument): readonly Element[] =>
  document
    .byTag('frame', 'iframe')
    .filter((frame) => document.isExposed(frame) && (tabIndexOf(frame) ?? 0) >= 0 && !isPoint(frame)),
)

function isPoint({ attribs: { width, height } }: Element): boolean {
  return isTiny(width) && isTiny(height)
}

function isTiny(size: string | undefined): boolean {
  return size !== undefined && /^\s*[01](?:px)?\s*$/i.test(size)
}
