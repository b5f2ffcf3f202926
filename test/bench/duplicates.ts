import { load } from 'cheerio'
import { similarityOf } from '#stages/batch/site/duplicates/near-duplicates.ts'
import { SIGNATURE_BYTES } from '#stages/batch/site/site.ts'
import { scan } from '#stages/extract/html/scanner.ts'
import { savedPages } from './saved-pages.ts'
import type { Row } from './table.ts'

const THRESHOLDS = [0.7, 0.8, 0.85, 0.9, 0.95]
const CHANGED = [0.01, 0.02, 0.05, 0.1, 0.2]
/** Pages with fewer words say little. */
const MIN_WORDS = 100
const MAX_WORDS = 5000
const SHINGLE = 3

interface Text {
  readonly host: string
  readonly words: readonly string[]
}

/** Pairs of main texts of real pages: how alike they are, and how many of them each threshold takes for near duplicates. */
export function duplicates(): Row[] {
  const texts = savedPages()
    .map(textOf)
    .filter(({ words }) => words.length >= MIN_WORDS)
  const pairs = new Map<string, (readonly [readonly string[], readonly string[]])[]>()
  for (const share of CHANGED)
    pairs.set(
      `${share * 100} % of the words changed`,
      texts.map(({ words }) => [words, changed(words, share)]),
    )
  pairs.set(
    'a paragraph of 50 words added',
    texts.map(({ words }) => [words, [...words, ...fresh(50)]]),
  )
  const sameHost = texts.flatMap((one, at) =>
    texts.slice(at + 1).flatMap((two) => (one.host === two.host ? [[one.words, two.words] as const] : [])),
  )
  pairs.set('two pages of one host', sameHost)
  pairs.set(
    'two pages of different hosts',
    texts.flatMap((one, at) => other(texts, at).map((two) => [one.words, two.words] as const)),
  )
  return [...pairs].flatMap(([name, all]) => rowOf(name, all))
}

function rowOf(name: string, pairs: readonly (readonly [readonly string[], readonly string[]])[]): Row[] {
  if (pairs.length === 0) return [{ figure: `${name}: none in these pages`, value: '–' }]
  const exact = pairs.map(([one, two]) => jaccard(one, two))
  const found = pairs.map(([one, two]) => estimate(one, two))
  const mean = exact.reduce((sum, share) => sum + share, 0) / exact.length
  const share = (least: number) =>
    `${((100 * found.filter((one) => one >= least).length) / found.length).toFixed(1)} %`
  const errors = found.map((one, at) => Math.abs(one - (exact[at] as number)))
  const error = errors.reduce((sum, one) => sum + one, 0) / errors.length
  return [
    {
      figure: `${name} (${pairs.length} pairs): exact similarity, mean error of the estimate; found from ${THRESHOLDS.join(', ')} on`,
      value: `${mean.toFixed(2)}, ${error.toFixed(3)}; ${THRESHOLDS.map(share).join(', ')}`,
    },
  ]
}

function textOf({ url, body }: ReturnType<typeof savedPages>[number]): Text {
  const document = load(body.toString('utf8'))
  document('script, style, noscript, template, nav, header, footer, aside').remove()
  const words =
    document('body')
      .text()
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return { host: new URL(url).host, words: words.slice(0, MAX_WORDS) }
}

/** The next two pages of other hosts. */
function other(texts: readonly Text[], at: number): Text[] {
  return texts
    .slice(at + 1)
    .filter(({ host }) => host !== texts[at]?.host)
    .slice(0, 2)
}

const fresh = (count: number) => Array.from({ length: count }, (_, at) => `newword${at}`)

/** Every so-many-th word is another one. */
function changed(words: readonly string[], share: number): string[] {
  const step = Math.round(1 / share)
  return words.map((word, at) => (at % step === step - 1 ? `other${at}` : word))
}

function jaccard(one: readonly string[], two: readonly string[]): number {
  const [a, b] = [shinglesOf(one), shinglesOf(two)]
  const both = [...a].filter((shingle) => b.has(shingle)).length
  return both / (a.size + b.size - both)
}

function shinglesOf(words: readonly string[]): Set<string> {
  return new Set(words.slice(SHINGLE - 1).map((_, at) => words.slice(at, at + SHINGLE).join(' ')))
}

function estimate(one: readonly string[], two: readonly string[]): number {
  const signature = new Uint8Array(2 * SIGNATURE_BYTES)
  for (const [at, words] of [one, two].entries()) {
    const { mainText } = scan(`<p>${words.join(' ')}</p>`, [], { sketchesText: true })
    signature.set(Buffer.from(mainText?.signature ?? '', 'base64'), at * SIGNATURE_BYTES)
  }
  return similarityOf(signature, 0, 1)
}
