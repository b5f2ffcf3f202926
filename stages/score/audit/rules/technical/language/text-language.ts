import { eld } from 'eld/small'
import { languageOf, pageLanguage } from '../../../derived/page/language.ts'
import { mainText } from '../../../derived/text/main-text.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { memoize } from '../../../engine/memoize.ts'

/** Fewer letters are not enough. A Chinese or Japanese letter counts for more than a letter of an alphabet. */
const FEWEST_LETTERS = 200
const FEWEST_IDEOGRAPHS = 60
/** More text does not make the result more reliable. */
const MAX_CHARS = 5_000
/** Languages with a score this close to the first one may be right. */
const NEAR = 0.1

/** Languages of the detector by the codes that pages use, with languages that the detector confuses with them. */
const relatives: Readonly<Record<string, readonly string[]>> = {
  no: ['nb', 'nn', 'da'],
  da: ['nb', 'nn', 'no'],
  hr: ['bs', 'sr', 'sh', 'cnr', 'me'],
  sr: ['bs', 'hr', 'sh', 'cnr', 'me', 'mk'],
  bg: ['mk'],
  ms: ['id', 'jv', 'su', 'min'],
  tl: ['fil', 'ceb'],
  es: ['gl', 'ast', 'an', 'ca'],
  pt: ['gl'],
  ca: ['oc'],
  zh: ['yue', 'cmn', 'wuu', 'nan', 'hak', 'gan'],
  fa: ['prs', 'tg', 'ps'],
  ar: ['arz', 'ary', 'arb', 'apc'],
  et: ['vro', 'ekk'],
  lv: ['lvs', 'ltg'],
  de: ['gsw', 'lb', 'nds', 'bar'],
  nl: ['fy', 'li', 'af', 'vls'],
  hi: ['mr', 'ne', 'bho', 'mai', 'sa'],
  mr: ['hi', 'ne', 'sa', 'kok'],
  ru: ['be', 'uk', 'bg'],
  he: ['iw', 'yi'],
  ku: ['kmr', 'ckb'],
  sq: ['als'],
  az: ['azj'],
}

const detectable = new Set([...Object.values(eld.info().Languages), ...Object.values(relatives).flat()])

/** Whether the detector knows the language or a relative of it. */
export function isDetectable(language: string): boolean {
  return detectable.has(language)
}

/**
 * The language of the main text and those it can hardly be told from, most likely first. Parts marked as another
 * language are left out.
 */
export const textLanguage = memoize(
  (document: PageDocument): ReadonlySet<string> | 'too-little' | 'unsure' => {
    const text = textInPageLanguage(document)
    if (!isEnough(text)) return 'too-little'
    const result = eld.detect(text)
    if (!result.isReliable()) return 'unsure'
    const scores = Object.entries(result.getScores())
    const best = scores[0]?.[1] ?? 0
    const near = scores.filter(([, score]) => best - score < NEAR).map(([language]) => language)
    return new Set([...near, ...near.flatMap((language) => relatives[language] ?? [])])
  },
)

function textInPageLanguage(document: PageDocument): string {
  const own = pageLanguage(document)
  const pieces: string[] = []
  let length = 0
  for (const { element, text, hasCode } of mainText(document).blocks) {
    if (length > MAX_CHARS) break
    if (hasCode || languageOf(element) !== own) continue
    pieces.push(text)
    length += text.length
  }
  return pieces.join('\n').slice(0, MAX_CHARS)
}

function isEnough(text: string): boolean {
  const ideographs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return ideographs >= FEWEST_IDEOGRAPHS || (text.match(/\p{L}/gu)?.length ?? 0) >= FEWEST_LETTERS
}
