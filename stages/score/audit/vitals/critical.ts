import type { Element } from 'domhandler'
import { heroImage } from '../derived/images/hero.ts'
import { isLazy } from '../derived/images/loading.ts'
import { sentBytes } from '../derived/resources/assets.ts'
import { blockingScripts, blockingSheets } from '../derived/resources/blocking-resources.ts'
import type { Facts } from '../facts/facts.ts'

/** One file that the first view waits for. */
export interface CriticalFile {
  readonly url: string
  /** Bytes as sent, by the server's header; null when the server does not tell. */
  readonly bytes: number | null
}

/** Files that the first view needs, as far as the page's text shows. */
export interface Critical {
  readonly scripts: readonly CriticalFile[]
  readonly styles: readonly CriticalFile[]
  /** Origins of these files other than the page's own. */
  readonly origins: readonly string[]
  readonly hero: (CriticalFile & { readonly isLazy: boolean; readonly isPreloaded: boolean }) | null
  /** All external scripts, also those that do not block the first view. */
  readonly allScripts: readonly CriticalFile[]
  /** Number of images and frames without a declared size. */
  readonly unsized: number
}

export type CriticalSource = Pick<Facts, 'document' | 'probes'>

/** Determines the files that the first view needs. */
export function criticalOf(source: CriticalSource): Critical {
  const { document } = source
  const external = document.byTag('script').filter(({ attribs }) => attribs.src)
  const blocking = blockingScripts(document).map(({ element }) => element)
  const scripts = filesOf(source, blocking, 'src')
  const styles = filesOf(source, blockingSheets(document), 'href')
  const own = new URL(document.url).origin
  const origins = new Set([...scripts, ...styles].map(({ url }) => new URL(url).origin))
  origins.delete(own)
  return {
    scripts,
    styles,
    origins: [...origins],
    hero: heroOf(source),
    allScripts: filesOf(source, external, 'src'),
    unsized: document.byTag('img', 'iframe', 'video').filter((one) => isUnsized(one, document)).length,
  }
}

function filesOf(
  { document, probes }: CriticalSource,
  elements: readonly Element[],
  attribute: string,
): CriticalFile[] {
  return elements.flatMap(({ attribs }) => {
    const url = document.resolve(attribs[attribute] ?? '')
    if (url === null || !/^https?:/.test(url)) return []
    return [{ url, bytes: sentBytes(probes.of(url)) || null }]
  })
}

function heroOf(source: CriticalSource): Critical['hero'] {
  const image = heroImage(source.document)
  const [file] = image === null ? [] : filesOf(source, [image], 'src')
  if (image === null || file === undefined) return null
  const preloads = source.document
    .byTag('link')
    .filter(({ attribs }) => /\bpreload\b/i.test(attribs.rel ?? ''))
  return {
    ...file,
    isLazy: isLazy(image),
    isPreloaded: preloads.some(({ attribs }) => source.document.resolve(attribs.href ?? '') === file.url),
  }
}

function isUnsized(element: Element, document: CriticalSource['document']): boolean {
  const { width, height, style = '' } = element.attribs
  if (document.isHidden(element) || /aspect-ratio|height\s*:/i.test(style)) return false
  return width === undefined || height === undefined
}
