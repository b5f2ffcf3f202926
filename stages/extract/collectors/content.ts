import type { AnchorFact, HeadingFact } from '../facts/page-facts.ts'
import { type Collector, maxTextChars, type Tag } from '../html/collector.ts'
import { tidy } from '../text/tidy.ts'
import { isBesideContent } from './place.ts'

const maxAnchors = 10_000

/** Characters of a link's text that are kept. */
const maxLinkChars = 200

/** Collects the hyperlinks of the page in document order, repeated ones too, and their texts if `keepsTexts`. */
export class AnchorCollector implements Collector {
  readonly tags = ['a', 'area'] as const
  readonly sees = { foreign: true } as const
  readonly anchors: AnchorFact[] = []
  total = 0
  readonly #keepsTexts: boolean

  constructor({ keepsTexts }: { readonly keepsTexts: boolean }) {
    this.#keepsTexts = keepsTexts
  }

  open(tag: Tag): void {
    // An area links in HTML only.
    if (tag.isForeign && tag.name !== 'a') return
    const href = tag.attributes.get('href') ?? (tag.isForeign ? tag.attributes.get('xlink:href') : null)
    if (href === null) return
    this.total++
    if (this.anchors.length >= maxAnchors) return
    const rel = tag.attributes.tidied('rel')?.toLowerCase() ?? null
    const isInFrame = tag.isIn('header') || tag.isIn('footer') || tag.isIn('nav')
    const anchor = { href, rel, isInFrame, text: '' }
    this.anchors.push(anchor)
    if (!this.#keepsTexts) return
    tag.capture(maxLinkChars, (written) => {
      const text = tidy(written) ?? ''
      anchor.text = text.length < maxLinkChars ? text : text.slice(0, maxLinkChars).toWellFormed()
    })
  }
}

const maxHeadings = 50

/** Counts headings by level, keeps the first ones, and counts articles. */
export class HeadingCollector implements Collector {
  readonly tags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'article'] as const
  readonly counts: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0]
  readonly headings: HeadingFact[] = []
  articles = 0

  open(tag: Tag): void {
    if (tag.name === 'article') {
      this.articles++
      return
    }
    const level = Number(tag.name[1])
    this.counts[level - 1] = (this.counts[level - 1] ?? 0) + 1
    if (this.headings.length >= maxHeadings) return
    tag.capture(maxTextChars, (written) => {
      const text = tidy(written)
      if (text) this.headings.push({ level, text })
    })
  }
}

const wanted = 3
const minChars = 80
/** Number of paragraphs that are examined: the text of a page begins early. */
const maxTried = 60

/**
 * Collects the first paragraphs that read like sentences and stand where content is: inside main or article, or after
 * the first h1, and not beside it. On a page without any of these the first paragraphs count. Hidden ones never do.
 */
export class ParagraphCollector implements Collector {
  readonly tags = ['p', 'h1', 'main', 'article'] as const
  readonly #ofContent: string[] = []
  readonly #ofPage: string[] = []
  #tried = 0
  #marksContent = false
  #hasHeading = false

  get paragraphs(): readonly string[] {
    return this.#marksContent ? this.#ofContent : this.#ofPage
  }

  open(tag: Tag): void {
    if (tag.name === 'p') this.#openParagraph(tag)
    else this.#marksContent = true
    if (tag.name === 'h1') this.#hasHeading = true
  }

  #openParagraph(tag: Tag): void {
    if (this.paragraphs.length >= wanted || this.#tried >= maxTried || isHidden(tag) || isBesideContent(tag))
      return
    this.#tried++
    if (this.#hasHeading || tag.isIn('main') || tag.isIn('article')) take(tag, this.#ofContent)
    else if (!this.#marksContent) take(tag, this.#ofPage)
  }
}

function isHidden({ attributes }: Tag): boolean {
  return attributes.has('hidden') || attributes.get('aria-hidden') === 'true'
}

function take(tag: Tag, paragraphs: string[]): void {
  tag.capture(maxTextChars, (written) => {
    const text = tidy(written)
    if (text && text.length >= minChars && paragraphs.length < wanted) paragraphs.push(text)
  })
}
