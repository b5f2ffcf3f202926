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
  const all = [...literals, ...entries.flatMap(madeWhileLoading)]
  return [...new Map(all.map((one) => [`${one.path} ${one.source} ${one.flags}`, one])).values()]
}

function madeWhileLoading(entry: string): WrittenExpression[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [RECORDER, join(root, entry)], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  if (status !== 0) throw new Error(`${entry} cannot be loaded: ${stderr}`)
  return JSON.parse(stdout)
}
