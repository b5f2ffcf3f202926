import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { tokensOf } from '../canonical/canonicals.ts'
import { standsInHead } from '../head/head-elements.ts'
import { type PageScript, scriptsOf } from './scripts.ts'

/** Whether the parser waits for the script (HTML, 4.12.1): a classic script from a file, neither async nor defer. */
export function isBlockingScript({ kind, src, element: { attribs } }: PageScript): boolean {
  return (
    kind === 'classic' && Boolean(src?.trim()) && attribs.async === undefined && attribs.defer === undefined
  )
}

/** Whether the first paint waits for the style sheet: one for screens. Other media queries are not evaluated. */
export function isBlockingSheet({ name, attribs }: Element): boolean {
  if (name !== 'link' || !attribs.href?.trim() || attribs.disabled !== undefined) return false
  const rel = tokensOf(attribs.rel)
  if (!rel.includes('stylesheet') || rel.includes('alternate')) return false
  return /^(?:all|screen)?$/i.test((attribs.media ?? '').trim())
}

/** Scripts of the head that block the parser. */
export const blockingScripts = memoize((document: PageDocument): readonly PageScript[] =>
  scriptsOf(document).filter((script) => isBlockingScript(script) && standsInHead(document, script.element)),
)

/** Style sheets of the head that block rendering, in document order. */
export const blockingSheets = memoize((document: PageDocument): readonly Element[] =>
  document.byTag('link').filter((link) => isBlockingSheet(link) && standsInHead(document, link)),
)
