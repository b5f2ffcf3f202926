import { type Collector, maxTextChars } from '#stages/extract/html/collector.ts'
import { scan } from '#stages/extract/html/scanner.ts'
import { tidy } from '#stages/extract/text/tidy.ts'
import { type CaseResult, compared, leftOut, type Suite, type Verdict } from '../suite.ts'
import { expectedTags, type SeenTag } from './expected-tags.ts'
import { type TreeCase, treeCases } from './tree-cases.ts'

const FRAGMENT = 'parses a fragment within an element; the scanner reads whole pages'
const WITHOUT_SCRIPTING = 'scripting is off; the scanner reads pages as a browser with scripting does'
/** Elements of tables that may stand without a start tag, and those whose tags are shown to nobody or to few. */
const IMPLIED = new Set(['tbody', 'tr', 'colgroup', 'template', 'noscript'])
/** Elements that the parser opens again, and those that an end tag alone makes. */
const REOPENED = new Set('a b big code em font i nobr s small strike strong tt u p br'.split(' '))
/** Their tags are shown to nobody: they move between head and body. */
const FRAME = new Set(['html', 'head', 'body'])

/** html5lib's cases of tree construction, for what the scanner shows of a page: tags, where they are, titles. */
export const html5libScanner: Suite = {
  name: 'html5lib-scanner',
  source: 'html5lib-tests, tree-construction/, as in the source distribution of html5lib-modern 1.2 (MIT)',
  run: () => treeCases().map((one): CaseResult => ({ id: one.id, verdict: verdictOf(one) })),
}

function verdictOf({ html, fragmentOf, scripting, tree }: TreeCase): Verdict {
  if (fragmentOf !== null) return leftOut(FRAGMENT)
  if (scripting === false) return leftOut(WITHOUT_SCRIPTING)
  const expected = expectedTags(tree)
  const seen = seenTags(html, expected).filter(({ name }) => !IMPLIED.has(name))
  return compared(written(expected, seen).map(asText), seen.map(asText))
}

/** The expected elements without those that the parser makes: they have no start tag that could be shown. */
function written(expected: readonly SeenTag[], seen: readonly SeenTag[]): SeenTag[] {
  const left = new Map<string, number>()
  for (const { name } of seen) left.set(name, (left.get(name) ?? 0) + 1)
  return expected.filter(({ name }) => {
    if (IMPLIED.has(name)) return false
    if (!REOPENED.has(name)) return true
    const count = left.get(name) ?? 0
    left.set(name, count - 1)
    return count > 0
  })
}

/** What a collector of all names sees. */
function seenTags(html: string, expected: readonly SeenTag[]): SeenTag[] {
  const seen: { -readonly [key in keyof SeenTag]: SeenTag[key] }[] = []
  const names = new Set([...namesIn(html), ...expected.map(({ name }) => name)])
  const collector: Collector = {
    tags: [...names].filter((name) => !FRAME.has(name)),
    sees: { foreign: true },
    open(tag) {
      const one = { name: tag.name, place: tag.place, isForeign: tag.isForeign, title: null as string | null }
      seen.push(one)
      if (tag.name !== 'title' || tag.isForeign) return
      tag.capture(maxTextChars, (text) => {
        one.title = tidy(text)
      })
    },
  }
  scan(html, [collector])
  return seen
}

function namesIn(html: string): string[] {
  return [...html.matchAll(/<([a-z][^\t\n\f\r />]*)/gi)].map(([, name = '']) => name.toLowerCase())
}

function asText({ name, place, isForeign, title }: SeenTag): string {
  return [place, ...(isForeign ? ['foreign'] : []), name, ...(title === null ? [] : [title])].join(' ')
}
