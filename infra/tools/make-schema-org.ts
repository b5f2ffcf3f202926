import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of the generated table. */
export const tablePath = 'stages/extract/structured-data/vocabulary.data.ts'

interface Declarations {
  readonly types: readonly string[]
  /** The types of a union, or the members of an enumeration, as written. */
  readonly unions: ReadonlyMap<string, readonly string[]>
  /** For each type, its own properties with their ranges. */
  readonly properties: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
}

const leaves = /^export (?:interface|type) (\w+)Leaf\b/gm
const bases = /^interface (\w+)Base extends [^{]*\{\n([\s\S]*?)^\}/gm
const ownProperties = /^ {4}"([^"@]+)"\?: SchemaValue<(.*), "[^"]+">;$/gm
const unions = /^export type (\w+)(?:<.*?>)? = (.*);$/gm
/** Names of other vocabularies are whole URLs, with underscores for characters that no identifier may contain. */
const schemaOrgName = /^_?[A-Za-z0-9]+$/

/** An identifier cannot begin with a digit: `_3DModel` is `3DModel`. */
function nameOf(identifier: string): string {
  return identifier.replace(/^_/, '').replace(/<.*/, '')
}

/** All matches of a pattern with two groups: the name, then the second group. */
function pairs(source: string, pattern: RegExp): (readonly [string, string])[] {
  return [...source.matchAll(pattern)].map(([, name = '', rest = '']) => [nameOf(name), rest] as const)
}

/**
 * Parses the declarations of schema-dts: for each type, one interface `<Type>Base` of own properties and one union.
 */
function declarationsIn(source: string): Declarations {
  const list = (text: string) => text.split(' | ').map(nameOf)
  return {
    types: pairs(source, leaves)
      .map(([name]) => name)
      .filter((name) => schemaOrgName.test(name))
      .sort(),
    unions: new Map(pairs(source, unions).map(([name, union]) => [name, list(union)])),
    properties: new Map(
      pairs(source, bases).map(([name, body]) => [
        name,
        new Map(pairs(body, ownProperties).map(([property, range]) => [property, list(range)])),
      ]),
    ),
  }
}

const dataTypes = new Set(
  'Boolean Date DateTime Time Number Float Integer Text URL CssSelectorType PronounceableText XPathType Quantity'.split(
    ' ',
  ),
)

function membersOf({ unions }: Declarations, enumeration: string): string[] {
  const literals = (unions.get(enumeration) ?? []).filter((member) => /^"[A-Z]\w*"$/.test(member))
  return literals.map((member) => member.slice(1, -1))
}

/** Ranges whose values can be checked, and their letter in the table. */
const kinds: readonly (readonly [kind: string, ranges: ReadonlySet<string>])[] = [
  ['d', new Set(['Date', 'DateTime'])],
  ['t', new Set(['Date', 'DateTime', 'Time'])],
  ['n', new Set(['Number', 'Integer', 'Float'])],
  ['b', new Set(['Boolean'])],
  ['u', new Set(['URL'])],
  ['p', new Set(['Duration'])],
]

/**
 * How a text is checked as a value: a letter of `kinds`, `e:` and the enumerations, or `-` when any text is valid.
 */
function kindOf(all: Declarations, ranges: ReadonlySet<string>): string {
  const literals = [...ranges].filter((range) => dataTypes.has(range) || range === 'Duration')
  const enumerations = [...ranges].filter(
    (range) => !dataTypes.has(range) && membersOf(all, range).length > 0,
  )
  if (enumerations.length > 0) return literals.length === 0 ? `e:${enumerations.join(',')}` : '-'
  if (literals.length === 0) return '-'
  return kinds.find(([, accepted]) => literals.every((literal) => accepted.has(literal)))?.[0] ?? '-'
}

function typeLines(all: Declarations): string[] {
  const parents = new Map<string, string[]>(all.types.map((type) => [type, []]))
  for (const type of all.types) for (const child of all.unions.get(type) ?? []) parents.get(child)?.push(type)
  return [...parents].map(([type, above]) => [type, ...above.sort()].join(' '))
}

function propertyLines(all: Declarations): string[] {
  const domains = new Map<string, string[]>()
  const ranges = new Map<string, Set<string>>()
  for (const type of all.types) {
    for (const [property, range] of all.properties.get(type) ?? []) {
      domains.set(property, [...(domains.get(property) ?? []), type])
      ranges.set(property, new Set([...(ranges.get(property) ?? []), ...range]))
    }
  }
  return [...domains]
    .map(([property, domain]) => [property, kindOf(all, ranges.get(property) ?? new Set()), ...domain])
    .map((words) => words.join(' '))
    .sort()
}

function enumerationLines(all: Declarations, properties: readonly string[]): string[] {
  const named = properties.flatMap((line) => /^\S+ e:(\S+)/.exec(line)?.[1]?.split(',') ?? [])
  return [...new Set(named)].sort().map((name) => [name, ...membersOf(all, name)].join(' '))
}

/** Makes the source file of the table from the declarations of the package schema-dts in the given version. */
export function tableOf(source: string, version: string): string {
  const all = declarationsIn(source)
  const properties = propertyLines(all)
  const list = (name: string, what: string, lines: readonly string[]) =>
    `/** ${what} */\nexport const ${name} = \`\n${lines.join('\n')}\n\`\n`
  return [
    '// Generated by infra/tools/make-schema-org.ts. Do not edit.',
    `// The names of the schema.org vocabulary, from the npm package schema-dts ${version} (Apache-2.0, Google LLC), which is`,
    '// generated from the data of schema.org (Apache-2.0). Names only: no descriptions.',
    '',
    list('typeLines', 'Each type and its parents.', typeLines(all)),
    list(
      'propertyLines',
      'Each property, how a text is judged as its value (d date, t date or time, n number, b boolean, u URL, p duration, e: one of an enumeration, - not), and the types that have it.',
      properties,
    ),
    list('enumerationLines', 'Each enumeration and its members.', enumerationLines(all, properties)),
  ].join('\n')
}

/** Makes the table from the installed package. */
export function currentTable(): string {
  const main = fileURLToPath(import.meta.resolve('schema-dts'))
  const { version } = JSON.parse(readFileSync(join(dirname(main), '../package.json'), 'utf8'))
  return tableOf(readFileSync(join(dirname(main), 'schema.d.ts'), 'utf8'), version)
}

if (import.meta.main) writeFileSync(tablePath, currentTable())
