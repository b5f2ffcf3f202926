import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { goldenPages } from '#test/golden/golden-page.ts'

export interface SavedPage {
  readonly file: string
  readonly url: string
  readonly body: Buffer
  /** Human annotations of the page; null or '' = not annotated. */
  readonly gold: Readonly<Record<string, string | readonly string[] | null>>
}

/** Where saved pages lie beside a checkout. */
const BESIDE = '../shared/corpus'

/** The folder of saved pages: the one that `BENCH_CORPUS` names, else the one beside the checkout; null without one. */
export function corpusFolder(): string | null {
  return process.env.BENCH_CORPUS || (existsSync(BESIDE) ? BESIDE : null)
}

/**
 * The pages that benches measure: those of the folder that `BENCH_CORPUS` names (`pages/*.html`, with `expected.json`: an
 * array of `file`, `url` and annotations), else the golden pages, which are small. Pages of the web belong to their
 * publishers: no such folder is part of the repository.
 */
export function savedPages(folder: string | null = process.env.BENCH_CORPUS || null): SavedPage[] {
  return folder !== null
    ? corpusPages(folder)
    : goldenPages().map(({ name, url, html }) => ({
        file: name,
        url,
        body: Buffer.from(html),
        gold: {},
      }))
}

function corpusPages(folder: string): SavedPage[] {
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as ({
    file: string
    url: string
  } & SavedPage['gold'])[]
  const golds = new Map(expected.map((gold) => [gold.file, gold]))
  return readdirSync(join(folder, 'pages'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => {
      const gold = golds.get(`pages/${name}`)
      const url = gold !== undefined && URL.canParse(gold.url) ? gold.url : 'http://site.example/'
      return { file: name, url, body: readFileSync(join(folder, 'pages', name)), gold: gold ?? {} }
    })
}
