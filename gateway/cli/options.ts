import { parseArgs } from 'node:util'

/** Wrong use of a command: the message has a line for each problem. */
export class UsageError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'UsageError'
  }
}

/** The parsed arguments of a command. */
export interface ParsedOptions {
  /** Values by option, in their order. */
  readonly options: ReadonlyMap<string, readonly string[]>
  /** Arguments that are not options. */
  readonly positionals: readonly string[]
  /** Unknown options and options without a value. */
  readonly problems: readonly string[]
}

/** `flag`: has no value. `switch`: `true` or `false`; without a value it is `true`. */
export type OptionKind = 'value' | 'flag' | 'switch'

/** The kind of an option; null when there is no option of that name. */
export type OptionKindLookup = (name: string) => OptionKind | null

/**
 * Parses `--name value` and `--name=value`; a value that begins with `-` must be written the second way. `known`
 * lists the names of options with a value, or is a function that returns the kind of each. A flag that is given has
 * the value `true`.
 */
export function readOptions(
  args: readonly string[],
  known: readonly string[] | OptionKindLookup,
): ParsedOptions {
  const kindOf =
    typeof known === 'function' ? known : (name: string) => (known.includes(name) ? 'value' : null)
  const joined = withSwitchValues(args, kindOf)
  const form = {
    args: joined,
    options: optionTypes(joined, kindOf),
    strict: false,
    allowPositionals: true,
    tokens: true,
  } as const
  const options = new Map<string, string[]>()
  const positionals: string[] = []
  const problems: string[] = []
  for (const token of parseArgs(form).tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const problem = problemOf(token, kindOf(token.name))
    if (problem !== null) problems.push(problem)
    else options.set(token.name, [...(options.get(token.name) ?? []), token.value ?? 'true'])
  }
  return { options, positionals, problems }
}

const LONG = /^--([^=]+)(=?)/

/** Joins `--name true` to one word where `--name` is a switch. Any other word after it is a positional argument. */
function withSwitchValues(args: readonly string[], kindOf: OptionKindLookup): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const hasValue = (index: number) => {
    const [, name = '', equals] = LONG.exec(args[index] ?? '') ?? []
    const isSwitch = equals === '' && kindOf(name) === 'switch'
    return index + 1 < end && isSwitch && /^(true|false)$/.test(args[index + 1] ?? '')
  }
  return args.flatMap((word, index) => {
    if (hasValue(index - 1)) return []
    return [hasValue(index) ? `${word}=${args[index + 1]}` : word]
  })
}

function optionTypes(args: readonly string[], kindOf: OptionKindLookup) {
  const named = args.flatMap((word) => LONG.exec(word)?.[1] ?? [])
  return Object.fromEntries(
    named.map((name) => {
      const type = kindOf(name) === 'value' ? ('string' as const) : ('boolean' as const)
      return [name, { type, multiple: true }]
    }),
  )
}

interface OptionToken {
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function problemOf({ rawName, value, inlineValue }: OptionToken, kind: OptionKind | null): string | null {
  if (kind === null) return `There is no option ${rawName}`
  if (kind === 'flag') return value === undefined ? null : `${rawName} takes no value`
  if (kind === 'switch') return null
  const isMissing = value === undefined || (!inlineValue && value.startsWith('-'))
  return isMissing ? `${rawName} needs a value` : null
}
