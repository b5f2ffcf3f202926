import type { Element } from 'domhandler'
import { parseSrcset } from '#shared/page/srcset.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { hintsOf } from './resource-hints.ts'

/** Whether the page preloads the image: its `src`, or the first candidate of its `srcset`. */
export function isPreloaded(document: PageDocument, { attribs }: Element): boolean {
  const src = attribs.src?.trim() ? document.resolve(attribs.src) : null
  const first = firstCandidate(attribs.srcset)
  return hintsOf(document, 'preload').some(({ element, url }) => {
    if (url !== null && url === src) return true
    return first !== null && firstCandidate(element.attribs.imagesrcset) === first
  })
}

function firstCandidate(srcset: string | undefined): string | null {
  return srcset === undefined ? null : (parseSrcset(srcset).candidates[0]?.url ?? null)
}
