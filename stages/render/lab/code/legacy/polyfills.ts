import { baselineFeatures, newerFunctions } from './baseline-features.data.ts'
import { callEnd, expressionEnd, type Steps } from './script-extent.ts'

/** A part of a script that only old browsers need; `characters`: what the script would be shorter without it, at least. */
export interface LegacyPart {
  readonly name: string
  readonly characters: number
}

const OBJECT = '(Array|Element|Function|Math|NodeList|Number|Object|Promise|Reflect|String)'
const NAME = '[A-Za-z0-9]{2,32}'
/** `Array.prototype.at = `, `Array.prototype['at'] = `, but no comparison. */
const ASSIGNMENT = new RegExp(
  `\\b${OBJECT}(\\.prototype)?(?:\\.(${NAME})|\\[["'](${NAME})["']\\])\\s?=(?![=>])`,
  'g',
)
/** `Object.defineProperty(Array.prototype, 'at'`. */
const DEFINITION = new RegExp(`\\bdefineProperty\\(\\s?${OBJECT}(\\.prototype)?,\\s?["'](${NAME})["']`, 'g')
/** core-js 3, also minified: `{target:"Array",proto:!0},{at:`. */
const CORE_JS_EXPORT = new RegExp(
  `\\{\\s?target:\\s?["']([A-Za-z]{2,32})["']([^{}]{0,200})\\},\\s?\\{\\s?(${NAME}):`,
  'g',
)
const IS_PROTO = /\bproto:\s?(?:!0|true)/
/** Key under which core-js 3 keeps its state; in each build. */
const CORE_JS = '__core-js_shared__'
/** Matches of one pattern that are looked at, and characters of the expressions behind them, together. */
const MAX_MATCHES = 300
const MAX_STEPS = 1_000_000

/**
 * Characters of what all polyfills of core-js share and of one of them, minified, at least: without minification, Lighthouse 13's data has
 * 26,070 and a median of 400.
 */
const CORE_JS_CHARS = 7000
const CORE_JS_POLYFILL_CHARS = 200

/** Polyfills of Baseline features in the text of a script, each time with its characters. `modules`: as in `legacyCodeOf`. */
export function findPolyfills(text: string, modules: ReadonlyMap<string, number> | null): LegacyPart[] {
  return [
    ...(coreJsModules(modules) ?? coreJsExports(text)),
    ...featuresOf(text, ASSIGNMENT, expressionEnd),
    ...featuresOf(text, DEFINITION, callEnd),
  ]
}

/** `endOf`: where the definition ends that the pattern finds the start of. */
function featuresOf(
  text: string,
  pattern: RegExp,
  endOf: (text: string, from: number, steps: Steps) => number | null,
): LegacyPart[] {
  const steps = { left: MAX_STEPS }
  return text
    .matchAll(pattern)
    .take(MAX_MATCHES)
    .flatMap((match) => {
      const [whole, object = '', prototype = '', name, quoted] = match
      const feature = `${object}${prototype}.${name ?? quoted}`
      const end = baselineFeatures.has(feature) ? endOf(text, match.index + whole.length, steps) : null
      return end === null ? [] : [{ name: feature, characters: end - match.index }]
    })
    .toArray()
}

/** By the shape of the calls that define them. */
function coreJsExports(text: string): LegacyPart[] {
  if (!text.includes(CORE_JS)) return []
  const exported = text
    .matchAll(CORE_JS_EXPORT)
    .take(MAX_MATCHES)
    .map(([, object = '', options = '', name = '']) => ({
      name,
      feature: `${object}${IS_PROTO.test(options) ? '.prototype' : ''}.${name}`,
    }))
    .toArray()
  const features = new Set(exported.map(({ feature }) => feature).filter((one) => baselineFeatures.has(one)))
  const polyfills = [...features].map((name) => ({ name, characters: CORE_JS_POLYFILL_CHARS }))
  const isNeeded = exported.some(({ name }) => newerFunctions.has(name))
  return polyfills.length === 0 || isNeeded
    ? polyfills
    : [...polyfills, { name: 'core-js', characters: CORE_JS_CHARS }]
}

const CORE_JS_MODULE =
  /(?:^|\/)core-js(?:-pure)?\/(modules|internals)\/(?:(es|esnext|web)\.)?([\w.-]+?)(?:\.js)?$/

/** The modules of core-js by their names in a source map, with their exact sizes. Null where there are none. */
function coreJsModules(modules: ReadonlyMap<string, number> | null): LegacyPart[] | null {
  const found = [...(modules ?? [])].flatMap(([path, characters]) => {
    const [, folder, group, name = ''] = CORE_JS_MODULE.exec(path) ?? []
    return folder === undefined ? [] : [{ folder, group, name, characters }]
  })
  const parts = found.flatMap(({ group, name, characters }) => {
    const feature = group === 'es' ? featureByKey.get(keyOf(name)) : undefined
    return feature === undefined ? [] : [{ name: feature, characters }]
  })
  if (parts.length === 0) return null
  const exported = found.filter(({ folder }) => folder === 'modules')
  const isNeeded = exported.some(({ group, name }) => group !== 'es' || newerFunctions.has(camelCase(name)))
  const internals = found.filter(({ folder }) => folder === 'internals')
  const characters = internals.reduce((sum, one) => sum + one.characters, 0)
  return isNeeded ? parts : [...parts, { name: 'core-js', characters }]
}

/** `array.find-last`, the name of the module, and `Array.prototype.findLast` have the same key. */
function keyOf(name: string): string {
  return name.replace('.prototype', '').replaceAll('-', '').toLowerCase()
}

const featureByKey = new Map([...baselineFeatures].map((feature) => [keyOf(feature), feature]))

/** The name of the function in the name of a module: `withResolvers` of `promise.with-resolvers`. */
function camelCase(name: string): string {
  return name.replace(/^.*\./, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
