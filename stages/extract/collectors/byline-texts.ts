import type { TextRun } from '../html/collector.ts'
import { decodedText, type SourceText } from '../html/source-text.ts'
import { isLetter, labelOf, mayBeginLabel } from '../text/byline-words.ts'
import { tidy, withoutLeadingSigns } from '../text/tidy.ts'

/** A page of more bylines is a list. */
const maxBylines = 20
/** Characters of one run that are read. */
const maxChars = 160
/** Characters of the shortest run with a date and a label. */
const minDatedChars = 14
/** Runs of text of one byline, and start tags between them. */
const maxRuns = 6
const maxGap = 8
/** Signs that may stand before a label: `| By`, `– von`. */
const maxSigns = 8
const AMPERSAND = 0x26
/** Common character references of blanks and signs. */
const signReference =
  /&(?:nbsp|#0*(?:160|183|82(?:0[89]|1[1-7]|2[0-6]|30))|amp|lt|gt|quot|[lr][ad]quo|[lr]squo|bdquo|[mn]dash|bull|middot|hellip|copy|[lr]arr|times);/y

export interface TextByline {
  /** Its runs, divided by line feeds, an empty one between blocks; the first one begins with a label. */
  readonly text: string
  readonly order: number
}

interface OpenByline {
  readonly runs: string[]
  readonly order: number
  /** Whether the name may stand in the next block. */
  readonly isLabelOnly: boolean
  last: number
}

/** What may stand behind a label that sentences begin with too. */
const mayBeBare = /^(?:$|[^a-z].{1,70}$)/
/** What may stand behind any label: user names begin with any letter. */
const mayBeName = /^[^\p{L}\p{N}]{0,3}[\p{L}\p{N}]/u

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** White space, punctuation and signs of ASCII, and those that often stand before a label. */
function isSign(code: number): boolean {
  if (code < 0x80)
    return !isDigit(code) && code !== AMPERSAND && !((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)
  return code === 0xa0 || code === 0xb7 || (code >= 0x2010 && code <= 0x2026)
}

/** Length of the reference at an ampersand, if it is one of a sign or a blank; else 0. */
function lengthOfSign({ text }: SourceText, at: number): number {
  signReference.lastIndex = at
  return signReference.test(text) ? signReference.lastIndex - at : 0
}

/** Where the first letter, digit or other reference of a run stands; null where too many signs stand before it. */
function afterSigns(source: SourceText, start: number, end: number): number | null {
  const { codes } = source
  const last = Math.min(end, start + 200)
  let at = start
  for (let signs = 0; at < last; ) {
    const code = codes[at] ?? 0
    const length = code === AMPERSAND ? lengthOfSign(source, at) : Number(isSign(code))
    if (length === 0) break
    at += length
    if (code > 0x20 && code !== AMPERSAND && ++signs > maxSigns) return null
  }
  return at
}

/** Whether the run may begin with a label, or hold a date and then one. Most runs are rejected here. */
function mayHoldLabel({ source, start, end }: TextRun): boolean {
  if (isLetter(source.codes[start] ?? 0)) return mayBeginLabel(source, start)
  const at = afterSigns(source, start, end)
  if (at === null || at >= end) return false
  const first = source.codes[at] ?? 0
  if (isDigit(first)) return end - at < maxChars && end - at > minDatedChars && mayHoldWord(source, at, end)
  return first === AMPERSAND || mayBeginLabel(source, at)
}

/** Whether a label may stand behind a blank or a sign. */
function mayHoldWord(source: SourceText, start: number, end: number): boolean {
  const { codes } = source
  for (let at = start; at < end; at++)
    if (isSign(codes[at] ?? 0) && !isSign(codes[at + 1] ?? 0) && mayBeginLabel(source, at + 1)) return true
  return false
}

/** Whether the text that ends at `end` ends with a digit, as dates do, or with a separator. */
function isDivider(codes: Uint16Array, end: number): boolean {
  let at = end - 1
  while (at > end - 100 && at > 0 && (codes[at] ?? 0) <= 0x20) at--
  const code = codes[at] ?? 0
  return isDigit(code) || (isSign(code) && code !== 0x29 && code !== 0x22)
}

function textOf({ source, start, end }: TextRun): string {
  return (
    tidy(decodedText(source.text.slice(start, Math.min(end, start + maxChars + 40))).slice(0, maxChars)) ?? ''
  )
}

/** Finds bylines in the text itself: a label such as "By" or "Autor:", alone or with the name, in any element. */
export class BylineTexts {
  readonly found: TextByline[] = []
  #open: OpenByline | null = null
  /** End of the run before. */
  #before = 0

  /** Reads one run of visible text. */
  read(run: TextRun): void {
    if (this.#open !== null && !this.#continues(this.#open, run)) this.finish()
    if (this.#open !== null) {
      if (run.beginsBlock) this.#open.runs.push('')
      this.#open.runs.push(textOf(run))
      this.#open.last = run.order
    } else if (this.found.length < maxBylines && mayHoldLabel(run)) this.#begin(run)
    this.#before = run.end
  }

  /** Ends the byline that is open. */
  finish(): void {
    if (this.#open !== null) this.found.push({ text: this.#open.runs.join('\n'), order: this.#open.order })
    this.#open = null
  }

  #continues({ runs, last, isLabelOnly }: OpenByline, run: TextRun): boolean {
    if (runs.length >= maxRuns || run.order - last > maxGap) return false
    return !run.beginsBlock || (isLabelOnly && runs.length === 1)
  }

  #begin(run: TextRun): void {
    if (run.isIn('nav') || run.isIn('footer') || run.isIn('aside')) return
    const written = textOf(run)
    const text = withoutLeadingSigns(written)
    const label = labelOf(text)
    if (label === null || (label.rest !== '' && !mayBeName.test(label.rest))) return
    if (label.kind === 'bare' && !mayBeBare.test(label.rest)) return
    const stands = run.beginsBlock || text !== written || isDivider(run.source.codes, this.#before)
    if (label.kind === 'bare' && !stands) return
    this.#open = { runs: [text], order: run.order, last: run.order, isLabelOnly: label.rest === '' }
  }
}
