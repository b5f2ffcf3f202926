import { type Element, isTag } from 'domhandler'
import { tokensOf } from '../../../derived/canonical/canonicals.ts'
import { isBlockingScript, isBlockingSheet } from '../../../derived/resources/blocking-resources.ts'
import { importsStyles } from '../../../derived/resources/inline-styles.ts'
import { scriptsOf } from '../../../derived/resources/scripts.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { memoize } from '../../../engine/memoize.ts'

/** The order of head elements that capo.js recommends: greater weights first. */
const weights = {
  meta: 10,
  title: 9,
  preconnect: 8,
  asyncScript: 7,
  importStyles: 6,
  syncScript: 5,
  syncStyles: 4,
  preload: 3,
  deferScript: 2,
  prefetch: 1,
  other: 0,
} as const

export interface WeighedElement {
  readonly element: Element
  readonly weight: number
  /** Elements that wait for it: the parser waits for the file of a script, scripts wait for a style sheet. */
  readonly blocks: 'all' | 'scripts' | null
}

const pragmas = new Set([
  'accept-ch',
  'content-security-policy',
  'content-type',
  'default-style',
  'delegate-ch',
  'origin-trial',
  'x-dns-prefetch-control',
])

/** The elements of the head in document order, each with its weight in the recommended order and what it blocks. */
export const weighedHead = memoize((document: PageDocument): readonly WeighedElement[] => {
  const scripts = new Map(scriptsOf(document).map((script) => [script.element, script]))
  return (document.head?.children ?? []).filter(isTag).map((element) => {
    const script = scripts.get(element)
    const isBlocking = script !== undefined && isBlockingScript(script)
    const blocks = isBlocking ? 'all' : isBlockingSheet(element) ? 'scripts' : null
    return { element, weight: weights[kindOf(element)], blocks }
  })
})

function kindOf(element: Element): keyof typeof weights {
  if (element.name === 'title' || element.name === 'base') return element.name === 'title' ? 'title' : 'meta'
  if (element.name === 'meta') return isEarlyMeta(element) ? 'meta' : 'other'
  if (element.name === 'script') return kindOfScript(element)
  if (element.name === 'link') return kindOfLink(element)
  if (element.name !== 'style' || isForPrint(element)) return 'other'
  return importsStyles(element) === null ? 'syncStyles' : 'importStyles'
}

function isEarlyMeta({ attribs }: Element): boolean {
  const isViewport = attribs.name?.trim().toLowerCase() === 'viewport'
  return (
    attribs.charset !== undefined ||
    isViewport ||
    pragmas.has(attribs['http-equiv']?.trim().toLowerCase() ?? '')
  )
}

function kindOfScript({ attribs }: Element): keyof typeof weights {
  const type = attribs.type?.trim().toLowerCase() ?? ''
  if (type === 'speculationrules') return 'prefetch'
  if (type.includes('json') || type === 'importmap') return 'other'
  if (attribs.src === undefined) return 'syncScript'
  if (attribs.async !== undefined) return 'asyncScript'
  return attribs.defer !== undefined || type === 'module' ? 'deferScript' : 'syncScript'
}

function kindOfLink(element: Element): keyof typeof weights {
  const rel = tokensOf(element.attribs.rel)
  const isPreload = rel.includes('preload') || rel.includes('modulepreload')
  const isUrgent = isPreload && element.attribs.fetchpriority?.trim().toLowerCase() === 'high'
  if (rel.includes('preconnect') || isUrgent) return 'preconnect'
  if (rel.includes('stylesheet')) return isForPrint(element) ? 'other' : 'syncStyles'
  if (isPreload) return 'preload'
  return ['prefetch', 'dns-prefetch', 'prerender'].some((one) => rel.includes(one)) ? 'prefetch' : 'other'
}

function isForPrint({ attribs }: Element): boolean {
  return /^\s*print\s*$/i.test(attribs.media ?? '')
}
