import type { BylineFact, BylineKind } from '../facts/page-facts.ts'
import { BigramFilter } from '../html/bigram-filter.ts'
import type { Collector, Tag } from '../html/collector.ts'
import { tidy, tokensOf } from '../text/tidy.ts'

const maxBylines = 60
const maxChars = 200
const maxClassChars = 300
/** Number of paragraphs that are searched for a byline. */
const maxParagraphs = 60
/** Start tags after the last byline at which the search ends: bylines stand close together. */
const maxSilence = 400

/** Class names (tokens) of elements that hold an author's name and nothing else. */
const nameClass =
  /^(?:[a-z0-9]+[-_]+){0,6}(?:(?:author|autor|byline|writer|auteur|creator)s?[-_]+(?:name|link|fn|url|title)|(?:author|autor|byline)s?name)$/
/** Class names of elements that hold an author's name among other words. */
const bylineClass =
  /^(?:[a-z0-9]+[-_]+){0,6}(?:by-?lines?|authors?|autor(?:en|es)?|auteurs?|writers?|verfasser|username)(?:[-_]+(?:info|meta|vcard|wrapper|text|content|inner|by|credit))?$/
/** Class names of commenters, and of author boxes that do not hold the name. */
const otherClass =
  /comment|avatar|image|photo|bio|related|sidebar|widget|social|follow|share|more-|count|list|description|quote/
/** Paths of pages about one author. */
const authorPath =
  /\/(?:authors?|autor(?:en|in)?|auteurs?|autore|writers?|reporters?|journalists?|columnists?|redakteure?)\/[^/?#]/i
/** A byline at the beginning of a short paragraph. */
const bylineText =
  /^(?:(?:(?:written|posted|published|submitted|authored|article|story|text|words)\s+)?by|(?:(?:ein\s+)?(?:artikel|beitrag|blog\s?beitrag|text|gastbeitrag|geschrieben|verfasst|erstellt|gespeichert|veröffentlicht)\s+)?von|par|por|autor(?:in|en)?:?|author:|redaktion:)\s+\S/i

/** A part that each class name above contains; most classes contain none, so this test rejects them cheaply. */
const anyByline = /auth?or|auteur|by-?line|writer|creator|verfasser|username/i
/** The rarest letter pair of each word of `anyByline` and of `authorPath`. */
const pairsOfBylines = new BigramFilter(['au', 'by', 'wr', 'cr', 'rf', 'rn'])
const pairsOfPaths = new BigramFilter(['au', 'wr', 'ep', 'jo', 'mn', 'kt'])

function kindOfClass(classes: string | null): BylineKind | null {
  if (classes === null || classes.length > maxClassChars || !anyByline.test(classes)) return null
  const tokens = tokensOf(classes)
  if (tokens.some((token) => otherClass.test(token))) return null
  if (tokens.some((token) => nameClass.test(token))) return 'class-name'
  return tokens.some((token) => bylineClass.test(token)) ? 'class' : null
}

function isInPageFrame(tag: Tag): boolean {
  return tag.isIn('nav') || tag.isIn('footer') || tag.isIn('aside')
}

/** Collects author names from markup: item properties, `rel=author`, links to author pages, class names, bylines. */
export class BylineCollector implements Collector {
  readonly tags = ['a', 'p'] as const
  readonly attributes = ['class', 'rel', 'itemprop'] as const
  readonly bylines: BylineFact[] = []
  #authorItems = 0
  #paragraphs = 0

  open(tag: Tag): void {
    if (this.bylines.length >= maxBylines || tag.place === 'head') return
    if (tag.order - (this.bylines.at(-1)?.order ?? tag.order) > maxSilence) return
    const props = tag.attributes.get('itemprop')
    if (props !== null) this.#takeItem(tag, tokensOf(props))
    const rel = tag.attributes.get('rel')
    if (rel !== null && tokensOf(rel).includes('author')) this.#take(tag, 'rel')
    const mayBeByline = tag.attributes.mayHold('class', pairsOfBylines)
    const kind = mayBeByline ? kindOfClass(tag.attributes.get('class')) : null
    if (kind && !isInPageFrame(tag)) this.#take(tag, kind)
    if (tag.name === 'a') this.#openLink(tag)
    else if (tag.name === 'p') this.#openParagraph(tag)
  }

  #openLink(tag: Tag): void {
    const href = tag.attributes.mayHold('href', pairsOfPaths) ? tag.attributes.get('href') : null
    if (href !== null && authorPath.test(href) && !isInPageFrame(tag)) this.#take(tag, 'link')
  }

  #openParagraph(tag: Tag): void {
    if (isInPageFrame(tag) || this.#paragraphs++ >= maxParagraphs) return
    const { order } = tag
    tag.capture(maxChars, (written) => {
      const text = tidy(written)
      if (text && text.length < 120 && bylineText.test(text)) this.#keep({ kind: 'text', text, order })
    })
  }

  #takeItem(tag: Tag, props: readonly string[]): void {
    if (props.includes('author') || props.includes('creator')) {
      this.#take(tag, 'itemprop')
      this.#authorItems++
      tag.whenEnded(() => {
        this.#authorItems--
      })
    } else if (this.#authorItems > 0 && props.includes('name')) {
      this.#take(tag, 'itemprop-name')
    }
  }

  #take(tag: Tag, kind: BylineKind): void {
    const { order } = tag
    const content = kind.startsWith('itemprop') ? tag.attributes.get('content') : null
    const keep = (written: string): void => this.#keep({ kind, text: tidy(written) ?? '', order })
    if (content !== null) keep(content)
    else tag.capture(maxChars, keep)
  }

  #keep(byline: BylineFact): void {
    if (byline.text !== '' && this.bylines.length < maxBylines) this.bylines.push(byline)
  }
}
