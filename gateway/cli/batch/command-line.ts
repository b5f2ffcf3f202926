import type { z } from 'zod'
import { parameterSchemas } from '#shared/operations/parameters.ts'
import { type OptionKind, type OptionKindLookup, readOptions, UsageError } from '../options.ts'

/** The arguments that a command accepts. */
export interface CommandSyntax {
  /** Names of options with a text, with a whole number, with several texts (may be repeated), and without a value. */
  readonly texts?: readonly string[]
  readonly numbers?: readonly string[]
  readonly lists?: readonly string[]
  readonly flags?: readonly string[]
  /** Whether every other option is a parameter of the operation. */
  readonly hasParameters?: boolean
  /**
   * What the positional arguments are, e.g. `the id of a batch`, and how many may be given. If any may be given, one
   * must be.
   */
  readonly positionalName: string
  readonly maxPositionals: number
}

/** The parsed arguments of a command. */
export interface CommandLine {
  readonly positionals: readonly string[]
  text(name: string): string | null
  number(name: string): number | null
  list(name: string): readonly string[]
  has(flag: string): boolean
  /** Parameters of the operation, with the names that the operation uses. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Parses the arguments of a command; throws a UsageError that lists everything wrong with them. */
export function readCommandLine(args: readonly string[], syntax: CommandSyntax): CommandLine {
  const { texts = [], numbers = [], lists = [], hasParameters = false } = syntax
  const { options, positionals, problems: first } = readOptions(args, kindLookup(syntax))
  const isCommandOption = (name: string) => ownKind(syntax, name) !== null
  const operationOptions = hasParameters ? [...options].filter(([name]) => !isCommandOption(name)) : []
  const { parameters, problems: wrong } = readParameters(operationOptions)
  const problems = [
    ...first,
    ...positionalProblems(positionals, syntax),
    ...[...texts, ...numbers].flatMap((name) => repeated(name, options.get(name))),
    ...numbers.flatMap((name) => (options.get(name) ?? []).flatMap((value) => numberProblem(name, value))),
    ...wrong,
  ]
  if (problems.length > 0) throw new UsageError(problems)
  const text = (name: string) => options.get(name)?.[0] ?? null
  return {
    positionals,
    text,
    number: (name) => (text(name) === null ? null : Number(text(name))),
    list: (name) => (lists.includes(name) ? (options.get(name) ?? []) : []),
    has: (flag) => options.has(flag),
    parameters,
  }
}

function kindLookup(syntax: CommandSyntax): OptionKindLookup {
  return (name) => ownKind(syntax, name) ?? (syntax.hasParameters === true ? parameterKind(name) : null)
}

function ownKind({ texts = [], numbers = [], lists = [], flags = [] }: CommandSyntax, name: string) {
  if (flags.includes(name)) return 'flag'
  return [...texts, ...numbers, ...lists].includes(name) ? 'value' : null
}

function positionalProblems(
  positionals: readonly string[],
  { positionalName, maxPositionals }: CommandSyntax,
): string[] {
  if (positionals.length === 0 && maxPositionals > 0) return [`Missing: ${positionalName}`]
  return positionals.slice(maxPositionals).map((word) => `"${word}" is one word too many`)
}

function repeated(name: string, values: readonly string[] = []): string[] {
  return values.length > 1 ? [`--${name} is given more than once`] : []
}

function numberProblem(name: string, value: string): string[] {
  return /^\d{1,9}$/.test(value) ? [] : [`--${name} must be a whole number, not "${value}"`]
}

function readParameters(options: readonly (readonly [name: string, values: readonly string[]])[]) {
  const parameters = new Map<string, unknown>()
  const problems: string[] = []
  for (const [option, values] of options) {
    const name = parameterName(option)
    if (values.length > 1 || parameters.has(name)) problems.push(`--${option} is given more than once`)
    try {
      parameters.set(name, parameterValue(name, values[0] ?? ''))
    } catch (error) {
      problems.push(`--${option} ${(error as Error).message}`)
    }
  }
  return { parameters: Object.fromEntries(parameters), problems }
}

/** A parameter of an operation, as an option of a command. */
interface Parameter {
  readonly name: string
  readonly type: string
}

/** The parameters of all operations, by name without dashes, underscores and capitals. */
const parameters: ReadonlyMap<string, Parameter> = new Map(
  Object.values(parameterSchemas).flatMap(({ shape }) =>
    Object.entries<z.ZodType>(shape).map(([name, field]) => [folded(name), { name, type: typeOf(field) }]),
  ),
)

function folded(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase()
}

/** The type without defaults and optionality. */
function typeOf(field: z.ZodType): string {
  return 'innerType' in field.def ? typeOf(field.def.innerType as z.ZodType) : field.def.type
}

/**
 * The kind of an option that names a parameter. An unknown name is taken as an option with a value: the service
 * refuses it with a message.
 */
function parameterKind(name: string): OptionKind {
  return parameters.get(folded(name))?.type === 'boolean' ? 'switch' : 'value'
}

/**
 * The parameter that an option names, in any spelling: `--full-page`, `--full_page` and `--fullPage` are the same.
 */
function parameterName(option: string): string {
  return parameters.get(folded(option))?.name ?? option.replaceAll('-', '_')
}

/**
 * The value of a parameter: parsed JSON where the parameter is an object, else the text, which the service converts
 * to numbers and booleans.
 */
function parameterValue(name: string, text: string): unknown {
  if (parameters.get(folded(name))?.type !== 'object') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('must be JSON, e.g. {"width": 800, "height": 600}')
  }
}
