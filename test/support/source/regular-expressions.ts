import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../sandbox.ts'
import { loadedModules } from './loaded-modules.ts'

/** A regular expression of the project. */
export interface WrittenExpression {
  readonly path: string
  readonly source: string
  readonly flags: string
}

const RECORDER = join(import.meta.dirname, 'record-expressions.ts')

/** The regular expressions in the modules that programs load: the literals, and those that are made while they load. */
export function regularExpressions(entries: readonly string[]): WrittenExpression[] {
  const literals = loadedModules(entries).flatMap(({ path, nodes }) =>
    nodes
      .filter(({ type }) => type === 'RegExpLiteral')
      .map(({ pattern, flags }) => ({ path, source: String(pattern), flags: String(flags) })),
  )
  const all = [...literals, ...madeWhileLoading(entries)]
  return [...new Map(all.map((one) => [`${one.path} ${one.source} ${one.flags}`, one])).values()]
}

/** One process loads all: most of their modules are the same. */
function madeWhileLoading(entries: readonly string[]): WrittenExpression[] {
  const paths = entries.map((entry) => join(root, entry))
  const { stdout, stderr, status } = spawnSync(process.execPath, [RECORDER, ...paths], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  if (status !== 0) throw new Error(`the programs cannot be loaded: ${stderr}`)
  return JSON.parse(stdout)
}
