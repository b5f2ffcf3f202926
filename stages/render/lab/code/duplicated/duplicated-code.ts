import type { LabDuplicate } from '#shared/messages/payloads/lab-code.ts'
import { truncate } from '../../requests/logged-request.ts'
import type { CollectedScript } from '../code-texts.ts'
import { parseInlineMap, sourceSizes } from './source-map.ts'

type Copy = LabDuplicate['copies'][number]

/** Characters of the shortest copy that counts; Lighthouse 13 (duplicated JavaScript) has 512 bytes. */
const MIN_CHARS = 512
/** A copy that is smaller than this part of the largest one is another thing of the same name, as in Lighthouse 13. */
const MIN_SHARE = 0.1
/** Duplicates of a result, and copies of each. */
const MAX_DUPLICATES = 200
const MAX_COPIES = 10

/** Files that have the same content at different URLs. */
export function duplicatedFiles(scripts: readonly CollectedScript[]): LabDuplicate[] {
  const byHash = Map.groupBy(scripts, ({ hash }) => hash)
  return mostDuplicated([...byHash.values()].map((copies) => ({ module: null, copies })))
}

/** The modules of one script, by the source map in it. */
export type ScriptModules = ReadonlyMap<string, number>

/** The characters that each module takes in a script. Null without a text and an understood source map. */
export function modulesOf({ url, text, inlineMap }: CollectedScript): ScriptModules | null {
  const map = text === null || inlineMap === null ? null : parseInlineMap(inlineMap)
  const sizes = map === null || text === null ? null : sourceSizes(map, text)
  if (sizes === null) return null
  const modules = new Map<string, number>()
  for (const [source, characters] of sizes) {
    const name = moduleName(source, url)
    if (name !== null) modules.set(name, (modules.get(name) ?? 0) + characters)
  }
  return modules
}

/** Modules that are in more than one script. */
export function duplicatedModules(modulesByUrl: ReadonlyMap<string, ScriptModules>): LabDuplicate[] {
  const copiesByModule = new Map<string, Copy[]>()
  for (const [url, modules] of modulesByUrl) {
    for (const [module, characters] of modules) {
      const copies = copiesByModule.get(module) ?? []
      copies.push({ url, characters })
      copiesByModule.set(module, copies)
    }
  }
  return mostDuplicated([...copiesByModule].map(([module, copies]) => ({ module, copies })))
}

function mostDuplicated(candidates: readonly LabDuplicate[]): LabDuplicate[] {
  return candidates
    .map(({ module, copies }) => ({ module, copies: countingCopies(copies) }))
    .filter(({ copies }) => copies.length > 1)
    .toSorted((one, other) => surplusOf(other) - surplusOf(one))
    .slice(0, MAX_DUPLICATES)
}

function countingCopies(copies: readonly Copy[]): Copy[] {
  const largestFirst = copies.toSorted((one, other) => other.characters - one.characters)
  const least = Math.max(MIN_CHARS, MIN_SHARE * (largestFirst[0]?.characters ?? 0))
  return largestFirst
    .filter(({ characters }) => characters >= least)
    .slice(0, MAX_COPIES)
    .map(({ url, characters }) => ({ url, characters }))
}

/** Characters of all copies but the largest. */
function surplusOf({ copies }: LabDuplicate): number {
  return copies.slice(1).reduce((sum, { characters }) => sum + characters, 0)
}

/** Longer names are truncated. */
const MAX_NAME_CHARS = 200
/** What bundlers add: the code that loads modules, and modules that only name a global variable. */
const BUNDLER = /webpack\/(bootstrap|runtime|buildin)|\(webpack\)|\bexternal |^\0|\?commonjs-|commonjsHelpers/

/**
 * Name of a source of a script's source map, the same in each script: from the last `node_modules` on for a package's files, else the
 * URL. Null for what the bundler itself adds.
 */
export function moduleName(source: string, scriptUrl: string): string | null {
  if (BUNDLER.test(source)) return null
  // webpack tells variants of a file apart by a query.
  const path = withoutVariant(source)
  const packageAt = path.lastIndexOf('node_modules/')
  const name = packageAt === -1 ? ownName(path, scriptUrl) : path.slice(packageAt)
  return truncate(name, MAX_NAME_CHARS)
}

/** Without the query of letters and digits at its end. */
function withoutVariant(source: string): string {
  const query = source.lastIndexOf('?')
  return query !== -1 && /^\w*$/.test(source.slice(query + 1)) ? source.slice(0, query) : source
}

/** Bundlers of different sites use the same URLs for different files, such as `webpack:///src/index.js`: the script's origin tells them apart. */
function ownName(path: string, scriptUrl: string): string {
  const url = URL.parse(path, scriptUrl)
  const isWeb = url !== null && /^https?:$/.test(url.protocol)
  return isWeb ? url.href : `${new URL(scriptUrl).origin} ${path}`
}
