import { truncate } from '../../requests/logged-request.ts'

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
