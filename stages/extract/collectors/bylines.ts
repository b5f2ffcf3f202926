import type { BylineFact, BylineKind } from '../facts/page-facts.ts'
import type { AttributeMask } from '../html/attributes.ts'
import { BigramFilter } from '../html/bigram-filter.ts'
import type { Collector, Tag, TextRun } from '../html/collector.ts'
import { runEnd } from '../html/text-capture.ts'
import { tidy, tokensOf } from '../text/tidy.ts'
import { type ClassKind, kindOfClass, pairsOfClasses } from './byline-classes.ts'
import { BylineTexts } from './byline-texts.ts'
import type { ItemScope } from './item-scope.ts'

const maxBylines = 60
const maxChars = 200
/** Start tags after the last byline at which the search ends: bylines stand close together. */
const maxSilence = 400
/** Start tags after the first h1 at which the search for bylines in the text ends: an article is hardly longer. */
const maxTextGap = 600
/** Number of values of `class` whose meaning is remembered. */
const maxKinds = 200

/** Paths of pages about one author. */
const authorPath =
  /\/(?:authors?|autor(?:en|in|es)?|auteurs?|autor[ei]|writers?|reporters?|journalists?|columnists?|redakteure?|staff)\/[^/?#]/i
/** The rarest letter pair of each word of `authorPath`. */
const pairsOfPaths = new BigramFilter(['au', 'wr', 'ep', 'jo', 'mn', 'kt', 'ff'])

const pairsOfRels = new BigramFilter(['au'])

function isInPageFrame(tag: Tag): boolean {
  return tag.isIn('nav') || tag.isIn('footer') || tag.isIn('aside')
}

/** The runs of a captured text, tidied, divided by line feeds. */
function runsOf(written: string): string {
  return written
    .split(runEnd)
    .map((run) => tidy(run))
    .filter((run) => run !== null)
    .join('\n')
}

/** Whether a place holds all of a page, so that a class name there says nothing about a part of it. */
function holdsPage({ name }: Tag): boolean {
  return name === 'body' || name === 'html' || name === 'main'
}

/**
 * Collects author names: item properties, `rel=author`, links to author pages, class names, bylines in the text. Names
 * within comments are left out.
 */
export class BylineCollector implements Collector {
  readonly tags = ['a', 'h1'] as const
  readonly attributes = ['class', 'rel', 'itemprop'] as const
  readonly #marked: BylineFact[] = []
  readonly #texts = new BylineTexts()
  readonly #scope: ItemScope
  /** The item whose names are those of an author; null outside of one. */
  #author: number | null = null
  #comments = 0
  #title: number | null = null
  /** Number of the last start tag behind which bylines in the text are looked for. */
  #lastText = Number.POSITIVE_INFINITY
  /** By the value of the attribute: elements of one page repeat it. */
  readonly #kinds = new Map<string, ClassKind | null>()
  #lastOrder = Number.POSITIVE_INFINITY
  /** Attributes that few tags have. */
  #mask: AttributeMask | null = null

  constructor(scope: ItemScope) {
    this.#scope = scope
  }

  /** All bylines; call it when the page has ended. */
  get bylines(): readonly BylineFact[] {
    this.#texts.finish()
    return [...this.#marked, ...this.#texts.found.map((found) => ({ kind: 'text' as const, ...found }))]
  }

  /** Number of the start tag of the first h1; null without one. */
  get titleOrder(): number | null {
    return this.#title
  }

  read(run: TextRun): boolean {
    if (run.order > this.#lastText) return false
    if (this.#comments === 0 && !this.#isOver(run.order)) this.#texts.read(run)
    return true
  }

  open(tag: Tag): void {
    if (tag.place === 'head' || this.#comments > 0 || this.#isOver(tag.order)) return
    if (tag.name === 'h1' && this.#title === null) {
      this.#title = tag.order
      this.#lastText = tag.order + maxTextGap
    }
    const kind = tag.attributes.mayHold('class', pairsOfClasses)
      ? this.#kindOf(tag.attributes.get('class') ?? '')
      : null
    if (kind !== 'comments') this.#takeMarked(tag, kind)
    else if (!holdsPage(tag)) this.#skipComments(tag)
  }

  #kindOf(classes: string): ClassKind | null {
    const known = this.#kinds.get(classes)
    if (known !== undefined) return known
    const kind = kindOfClass(classes)
    if (this.#kinds.size < maxKinds) this.#kinds.set(classes, kind)
    return kind
  }

  #isOver(order: number): boolean {
    return this.#marked.length >= maxBylines || order - this.#lastOrder > maxSilence
  }

  #skipComments(tag: Tag): void {
    this.#comments++
    tag.whenEnded(() => {
      this.#comments--
    })
  }

  #takeMarked(tag: Tag, kind: Exclude<ClassKind, 'comments'> | null): void {
    const { attributes } = tag
    this.#mask ??= attributes.maskOf(['itemprop', 'rel'])
    if ((attributes.mask & this.#mask) !== 0) {
      const props = attributes.get('itemprop')
      if (props !== null) this.#takeItem(tag, tokensOf(props))
      const rel = attributes.mayHold('rel', pairsOfRels) ? attributes.get('rel') : null
      if (rel !== null && tokensOf(rel).includes('author')) this.#take(tag, 'rel')
    }
    if (kind !== null && !isInPageFrame(tag)) this.#take(tag, kind)
    if (tag.name === 'a') this.#takeLink(tag)
  }

  #takeLink(tag: Tag): void {
    const href = tag.attributes.mayHold('href', pairsOfPaths) ? tag.attributes.get('href') : null
    if (href !== null && authorPath.test(href) && !isInPageFrame(tag)) this.#take(tag, 'link')
  }

  #takeItem(tag: Tag, props: readonly string[]): void {
    if (props.includes('author') || props.includes('creator')) this.#takeAuthor(tag)
    else if (
      this.#author !== null &&
      props.includes('name') &&
      this.#author === this.#scope.placeOf(tag).item
    )
      this.#take(tag, 'itemprop-name')
  }

  /** The author of a review or an image is not the page's. */
  #takeAuthor(tag: Tag): void {
    if (this.#scope.placeOf(tag).isBeside) return
    const before = this.#author
    this.#take(tag, 'itemprop')
    this.#author = this.#scope.placeWithin(tag).item
    tag.whenEnded(() => {
      this.#author = before
    })
  }

  #take(tag: Tag, kind: BylineKind): void {
    const { order } = tag
    const content = kind.startsWith('itemprop') ? tag.attributes.get('content') : null
    const keep = (written: string): void => this.#keep({ kind, text: runsOf(written), order })
    if (content !== null) keep(content)
    else tag.capture(maxChars, keep, true)
  }

  #keep(byline: BylineFact): void {
    if (byline.text === '' || this.#marked.length >= maxBylines) return
    this.#marked.push(byline)
    this.#lastOrder = byline.order
  }
}
