import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CaseResult, compared, leftOut, type Suite } from '../suite.ts'
import { merged, ourTokens, type Token } from './tokens.ts'

/** A case of a file, as the suite's README describes it. */
interface TokenizerCase {
  readonly input: string
  readonly output: readonly (readonly unknown[])[]
  readonly initialStates?: readonly string[]
  readonly lastStartTag?: string
  readonly doubleEscaped?: boolean
}

const FOLDER = join(import.meta.dirname, 'cases/tokenizer')
/** The cases of a file stand a line each, below one line. */
const FIRST_LINE = 2
const DEFAULT_STATES = ['Data state']
/** What no collector reads is not reported. */
const UNREPORTED = new Set<unknown>(['Comment', 'DOCTYPE'])
const FOR_XML = 'for tokenizers that change text so that XML can hold it; ours keeps text as HTML has it'

/** html5lib's cases of the tokenizer, for the scanner: start tags with attributes, end tags and text, in each state. */
export const html5libTokenizer: Suite = {
  name: 'html5lib-tokenizer',
  source: 'html5lib-tests, tokenizer/, as in the source distribution of html5lib-modern 1.2 (MIT)',
  run: () => readdirSync(FOLDER).flatMap(resultsOf),
}

function resultsOf(file: string): CaseResult[] {
  const { tests, xmlViolationTests = [] } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
  const cases: readonly TokenizerCase[] = tests ?? []
  const idAt = (at: number) => `${file}:${at + FIRST_LINE}`
  return [
    ...cases.flatMap((one, at) => resultsOfCase(idAt(at), one)),
    ...xmlViolationTests.map((_: unknown, at: number) => ({ id: idAt(at), verdict: leftOut(FOR_XML) })),
  ]
}

/** A result for each state that the case begins in. */
function resultsOfCase(id: string, one: TokenizerCase): CaseResult[] {
  const { initialStates = DEFAULT_STATES, lastStartTag } = one
  const { input, output } = one.doubleEscaped ? unescaped(one) : one
  const expected = merged(output.filter(([kind]) => !UNREPORTED.has(kind)) as unknown as Token[])
  return initialStates.map((state) => ({
    id: initialStates.length > 1 ? `${id} ${state}` : id,
    verdict: compared(expected, ourTokens(input, state, lastStartTag)),
  }))
}

/** Cases with signs that JSON cannot hold are escaped twice. */
function unescaped(one: TokenizerCase): TokenizerCase {
  const text = JSON.stringify(one).replace(/\\\\u([0-9a-fA-F]{4})/g, '\\u$1')
  return JSON.parse(text)
}
