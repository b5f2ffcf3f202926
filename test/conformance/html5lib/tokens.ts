import type { Content } from '#stages/extract/html/raw-text.ts'
import { decodedText, decodedValue, rawText, sourceText } from '#stages/extract/html/source-text.ts'
import { type TokenSink, tokenize } from '#stages/extract/html/tokenizer.ts'

/** A token as the suite writes it; the names of the kinds are the suite's. */
export type Token =
  | readonly ['Character', string]
  | readonly ['EndTag', string]
  | readonly ['StartTag', string, Readonly<Record<string, string>>]
  | readonly ['StartTag', string, Readonly<Record<string, string>>, true]

/** How a case begins: markup that puts the tokenizer into the state, and what follows it. */
interface Opening {
  readonly markup: string
  readonly content: Content
  readonly isForeign: boolean
}

/** No end tag is that of this element: the case names no last start tag. */
const NO_ELEMENT = 'x'

const contents: Readonly<Record<string, Content>> = {
  'PLAINTEXT state': 'plain-text',
  'RCDATA state': 'raw-text',
  'RAWTEXT state': 'raw-text',
  'Script data state': 'script',
}

const RAW_STATES = new Set(['PLAINTEXT state', 'RAWTEXT state', 'Script data state'])

function openingOf(state: string, lastStartTag = NO_ELEMENT): Opening {
  if (state === 'CDATA section state') return { markup: '<![CDATA[', content: 'markup', isForeign: true }
  const content = contents[state]
  if (content === undefined) return { markup: '', content: 'markup', isForeign: false }
  return { markup: `<${lastStartTag}>`, content, isForeign: false }
}

/**
 * The tokens that the scanner's tokenizer reports for an input in a state of the HTML Standard, decoded as the scanner
 * decodes them.
 */
export function ourTokens(input: string, state: string, lastStartTag?: string): Token[] {
  const opening = openingOf(state, lastStartTag)
  const html = opening.markup + input
  const sink = new Sink(html, opening, state)
  tokenize(sourceText(html), sink)
  return merged(sink.tokens.slice(opening.content === 'markup' ? 0 : 1))
}

/** Adjacent characters as one token, without empty ones. */
export function merged(tokens: readonly Token[]): Token[] {
  const all: Token[] = []
  for (const token of tokens) {
    const before = all.at(-1)
    if (token[0] !== 'Character') all.push(token)
    else if (before?.[0] === 'Character') all[all.length - 1] = ['Character', before[1] + token[1]]
    else if (token[1] !== '') all.push(token)
  }
  return all
}

class Sink implements TokenSink {
  readonly tokens: Token[] = []
  readonly isInForeignContent: boolean
  readonly #html: string
  readonly #opening: Opening
  /** The scanner decodes other text, that of CDATA sections too. */
  readonly #isRawState: boolean
  #name = ''
  #attributes: Record<string, string> = {}
  #attribute: string | null = null
  /** Whether the text here is that of the state, which ends with the first end tag. */
  #isInState = true

  constructor(html: string, opening: Opening, state: string) {
    this.#html = html
    this.#opening = opening
    this.#isRawState = RAW_STATES.has(state)
    this.isInForeignContent = opening.isForeign
  }

  beginStartTag(start: number, end: number): void {
    this.#name = lowerCase(this.#html.slice(start, end))
    this.#attributes = {}
  }

  attributeName(start: number, end: number): void {
    const name = lowerCase(this.#html.slice(start, end))
    this.#attribute = Object.hasOwn(this.#attributes, name) ? null : name
    if (this.#attribute !== null) this.#set('')
  }

  attributeValue(start: number, end: number): void {
    this.#set(decodedValue(this.#html.slice(start, end)))
  }

  #set(value: string): void {
    if (this.#attribute !== null)
      Object.defineProperty(this.#attributes, this.#attribute, {
        value,
        enumerable: true,
        configurable: true,
      })
  }

  endStartTag(_end: number, isSelfClosing: boolean): Content {
    const isOpening = this.tokens.length === 0 && this.#opening.content !== 'markup'
    this.tokens.push(
      isSelfClosing
        ? ['StartTag', this.#name, this.#attributes, true]
        : ['StartTag', this.#name, this.#attributes],
    )
    return isOpening ? this.#opening.content : 'markup'
  }

  endTag(start: number, end: number): void {
    this.#isInState = false
    this.tokens.push(['EndTag', lowerCase(this.#html.slice(start, end))])
  }

  text(start: number, end: number): void {
    const written = this.#html.slice(start, end)
    const isRaw = this.#isInState && this.#isRawState
    this.tokens.push(['Character', isRaw ? rawText(written) : decodedText(written)])
  }
}

/** 13.2.5.6: only the letters of ASCII. */
function lowerCase(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
