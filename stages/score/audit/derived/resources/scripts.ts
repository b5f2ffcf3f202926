import { type Element, isText } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { elementEvidence, fail, notApplicable, pass } from '../../engine/rule.ts'

export interface PageScript {
  readonly element: Element
  /** HTML, 4.12.1. `data`: browsers do not run it, e.g. JSON and import maps. */
  readonly kind: 'classic' | 'module' | 'data'
  /** As written; null for an inline script. */
  readonly src: string | null
  /** The text of an inline script; '' with `src`. */
  readonly text: string
}

/** JavaScript MIME types (WHATWG MIME Sniffing, section 4.6). */
const javascript =
  /^(?:text|application)\/(?:x-)?(?:java|ecma)script$|^text\/(?:javascript1\.[0-5]|jscript|livescript)$/

/** All script elements in document order, with their kind by HTML, section 4.12.1; `text` is empty where there is a `src`. */
export const scriptsOf = memoize((document: PageDocument): readonly PageScript[] =>
  document.byTag('script').map((element) => {
    const src = element.attribs.src ?? null
    return { element, kind: kindOf(element), src, text: src === null ? contentOf(element) : '' }
  }),
)

function kindOf({ attribs }: Element): PageScript['kind'] {
  const type = attribs.type?.trim().toLowerCase() ?? ''
  if (type === 'module') return 'module'
  return type === '' || javascript.test(type) ? 'classic' : 'data'
}

/** The text of an element that contains text only. */
export function contentOf({ children }: Element): string {
  return children.map((child) => (isText(child) ? child.data : '')).join('')
}

interface Limit<Message extends string> {
  readonly message: Message
  /** Maximum of all scripts together, in kilobytes of 1,000 bytes. */
  readonly maxKb: number
  readonly isMeant: (script: PageScript) => boolean
}

/** Verdict on the text of the page's `script` elements, the heaviest first. */
export function heavyScripts<const Message extends string>(
  document: PageDocument,
  { message, maxKb, isMeant }: Limit<Message>,
) {
  const scripts = scriptsOf(document).filter((script) => script.text !== '' && isMeant(script))
  if (scripts.length === 0) return notApplicable
  const sizes = scripts.map(({ element, text }) => ({ element, bytes: Buffer.byteLength(text) }))
  const kilobytes = Math.round(sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)
  if (kilobytes <= maxKb) return pass
  const heaviest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 10)
  const evidence = heaviest.map(({ element, bytes }) => elementEvidence(element, `${bytes} bytes`))
  return fail(message, { values: { kilobytes, max: maxKb }, evidence })
}
