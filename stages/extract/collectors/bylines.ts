import type { BylineFact, BylineKind } from '../facts/page-facts.ts'
import { BigramFilter } from '../html/bigram-filter.ts'
import type { Collector, Tag } from '../html/collector.ts'
import { tidy, tokensOf } from '../text/tidy.ts'

const maxBylines = 60
const maxChars = 200
const maxClassChars = 300
/** Paragraphs looked at for a byline in words. */
const maxParagraphs = 60
/** Start tags behind the last credit after which no more are looked for: bylines stand together. */
const maxSilence = 400

/** Class names, as tokens, of elements that hold an author's name and nothing else. */
const nameClass =
  /^(?:[a-z0-9]+[-_]+){0,6}(?:(?:author|autor|byline|writer|auteur|creator)s?[-_]+(?:name|link|fn|url|title)|(?:author|autor|byline)s?name)$/
/** … and of elements that hold it among other words. */
const bylineClass =
  /^(?:[a-z0-9]+[-_]+){0,6}(?:by-?lines?|authors?|autor(?:en|es)?|auteurs?|writers?|verfasser|username)(?:[-_]+(?:info|meta|vcard|wrapper|text|content|inner|by|credit))?$/
/** People who commented, and boxes about authors that are not their names. */
const otherClass =
  /comment|avatar|image|photo|bio|related|sidebar|widget|social|follow|share|more-|count|list|description|quote/
/** Addresses of pages about one author. */
const authorPath =
  /\/(?:authors?|autor(?:en|in)?|auteurs?|autore|writers?|reporters?|journalists?|columnists?|redakteure?)\/[^/?#]/i
/** A byline in words, at the beginning of a short paragraph. */
const bylineText =
  /^(?:(?:(?:written|posted|published|submitted|authored|article|story|text|words)\s+)?by|(?:(?:ein\s+)?(?:artikel|beitrag|blog\s?beitrag|text|gastbeitrag|geschrieben|verfasst|erstellt|gespeichert|veröffentlicht)\s+)?von|par|por|autor(?:in|en)?:?|author:|redaktion:)\s+\S/i

/** What all of them have in common: most classes have none of it. */
const anyByline = /auth?or|auteur|by-?line|writer|creator|verfasser|username/i
/** Of each word of `anyCredit`, and of each word of `authorPath`, the pair that is rarest elsewhere. */
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

/** Author names as markup shows them: item properties, rel=author, links to authors' pages, classes, bylines. */
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
