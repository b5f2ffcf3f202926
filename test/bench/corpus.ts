import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Pages saved from the web, beside the checkout where available: their publishers own them. */
const folder = join(import.meta.dirname, '../../../shared/corpus')

export interface CorpusPage {
  readonly file: string
  readonly url: string
  readonly body: Buffer
  /** Human annotations of the page; null or '' = not annotated. */
  readonly gold: Readonly<Record<string, string | readonly string[] | null>>
}

/** Whether there is a corpus; prints a message when there is none. */
export function hasCorpus(): boolean {
  const isThere = existsSync(join(folder, 'expected.json'))
  if (!isThere) console.log('SKIPPED: there is no corpus of real pages beside this checkout')
  return isThere
}

/** The pages with their annotations; null, with a message, when there is no corpus. */
export function readCorpus(): CorpusPage[] | null {
  if (!hasCorpus()) return null
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as ({
    file: string
    url: string
  } & CorpusPage['gold'])[]
  const golds = new Map(expected.map((gold) => [gold.file, gold]))
  return readdirSync(join(folder, 'pages'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => {
      const gold = golds.get(`pages/${name}`)
      const url = gold !== undefined && URL.canParse(gold.url) ? gold.url : 'http://site.example/'
      return { file: name, url, body: readFileSync(join(folder, 'pages', name)), gold: gold ?? {} }
    })
}
