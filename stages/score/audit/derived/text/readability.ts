import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { mainText, mainWords, type TextBlock } from './main-text.ts'
import { isUnspaced, wordsIn } from './words.ts'

export interface Prose {
  readonly block: TextBlock
  readonly words: readonly string[]
}

/** Blocks with fewer words are labels, list entries or headings. */
const FEWEST_WORDS = 10
const notProse = /^(?:h[1-6]|pre|figcaption|caption|dt|th|legend|summary|address)$/

/** Running text of the main content: its paragraphs, whatever their elements. */
export const proseOf = memoize((document: PageDocument): readonly Prose[] => {
  const words = mainWords(document)
  return mainText(document).blocks.flatMap((block, index) => {
    const own = words[index] ?? []
    return own.length >= FEWEST_WORDS && !notProse.test(block.element.name) ? [{ block, words: own }] : []
  })
})

/** Maximum characters that are read: enough to judge the style of a text. */
const MOST_CHARS = 10_000

/**
 * The sentences at the beginning of the running text. Scripts without spaces between words are left out, since
 * their words count differently.
 */
export const sentencesOf = memoize((document: PageDocument): readonly Prose[] =>
  firstOf(proseOf(document))
    .filter(({ block }) => !isUnspaced(block.text))
    .flatMap(({ block }) => sentencesIn(block.text).map((sentence) => ({ block, words: wordsIn(sentence) })))
    .filter(({ words }) => words.length > 0),
)

function firstOf(prose: readonly Prose[]): Prose[] {
  let chars = 0
  return prose.filter(({ block }) => {
    chars += block.text.length
    return chars - block.text.length < MOST_CHARS
  })
}

/** Splits a text into sentences. */
export function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.!?…؟।]["'”’»)\]]?)\s+/u).filter(Boolean)
}
