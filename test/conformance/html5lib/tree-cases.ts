import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A case of a `.dat` file, as the suite's README describes it. */
export interface TreeCase {
  /** File and line. */
  readonly id: string
  readonly html: string
  /** The element whose content the markup is; null for a document. */
  readonly fragmentOf: string | null
  /** Null where it makes no difference. */
  readonly scripting: boolean | null
  /** The lines of the tree, each `| ` with its depth, its end without a line feed. */
  readonly tree: string
}

const FOLDER = join(import.meta.dirname, 'cases/tree-construction')
const BEGIN = '#data\n'

/** All cases of html5lib's tree construction, in the order of their files. */
export function treeCases(): TreeCase[] {
  return readdirSync(FOLDER).flatMap((file) => casesOf(file, readFileSync(join(FOLDER, file), 'utf8')))
}

function casesOf(file: string, text: string): TreeCase[] {
  const starts = [...text.matchAll(/^#data\n/gm)].map(({ index }) => index)
  return starts.map((start, at) => {
    const line = text.slice(0, start).split('\n').length
    return caseOf(`${file}:${line}`, text.slice(start + BEGIN.length, starts[at + 1]))
  })
}

function caseOf(id: string, text: string): TreeCase {
  const section = (name: string) => text.match(new RegExp(`^#${name}\\n(.*)$`, 'm'))?.[1] ?? null
  return {
    id,
    html: text.slice(0, text.search(/^#errors$/m)).replace(/\n$/, ''),
    fragmentOf: section('document-fragment'),
    scripting: /^#script-on$/m.test(text) ? true : /^#script-off$/m.test(text) ? false : null,
    tree: text.slice(text.search(/^#document$/m) + '#document\n'.length).replace(/\n+$/, ''),
  }
}
