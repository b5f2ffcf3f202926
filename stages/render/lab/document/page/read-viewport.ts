/// <reference lib="dom" />

/** How the page is laid out on a handheld device; see `LabDocument`. */
export interface ReadViewport {
  readonly viewport: string | null
  readonly layoutWidth: number
  readonly touchAction: string
}

export interface ReadViewportInput {
  /** Maximum characters of the meta element's content. */
  readonly maxChars: number
}

/** Runs in the page. Of several meta elements the last one counts, as in browsers. */
function readViewportInPage({ maxChars }: ReadViewportInput): ReadViewport {
  const selector = 'meta[name="viewport" i][content]'
  const metas = Document.prototype.querySelectorAll.call(document, selector)
  const content = metas[metas.length - 1]?.getAttribute('content')
  const [root, body] = ['documentElement', 'body'].map(
    (name) => Reflect.get(Document.prototype, name, document) as Element | null,
  )
  const touchActionOf = (element?: Element | null) =>
    element ? getComputedStyle(element).touchAction : 'auto'
  const ofRoot = touchActionOf(root)
  return {
    viewport: content?.slice(0, maxChars) ?? null,
    layoutWidth: root ? Reflect.get(Element.prototype, 'clientWidth', root) : 0,
    touchAction: ofRoot === 'auto' ? touchActionOf(body) : ofRoot,
  }
}

export const readViewport = { main: readViewportInPage }
