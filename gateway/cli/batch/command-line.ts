import { type KindOf, readOptions, UsageError } from '../options.ts'
import { parameterKind, parameterName, parameterValue } from './parameters.ts'

/** What a command takes. */
export interface Form {
  /** Options with a text, with a whole number, with texts (may be repeated), without value. */
  readonly texts?: readonly string[]
  readonly numbers?: readonly string[]
  readonly lists?: readonly string[]
  readonly flags?: readonly string[]
  /** Is every other option a parameter of the operation? */
  readonly hasParameters?: boolean
  /** What the other words are, e.g. `the id of a batch`, and how many there may be; where there may be any, one must be. */
  readonly words: string
  readonly most: number
}

/** What a command was called with. */
export interface CommandLine {
  readonly words: readonly string[]
  text(name: string): string | null
  number(name: string): number | null
  list(name: string): readonly string[]
  has(flag: string): boolean
  /** Parameters of the operation by their right names. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Reads the arguments of a command; throws a UsageError with all that is wrong with them. */
export function readCommandLine(args: readonly string[], form: Form): CommandLine {
  const { texts = [], numbers = [], lists = [], hasParameters = false } = form
  const { options, words, problems: first } = readOptions(args, kindsOf(form))
  const isOwn = (name: string) => ownKind(form, name) !== null
  const foreign = hasParameters ? [...options].filter(([name]) => !isOwn(name)) : []
  const { parameters, problems: wrong } = readParameters(foreign)
  const problems = [
    ...first,
    ...wordProblems(words, form),
    ...[...texts, ...numbers].flatMap((name) => repeated(name, options.get(name))),
    ...numbers.flatMap((name) => (options.get(name) ?? []).flatMap((value) => numberProblem(name, value))),
    ...wrong,
  ]
  if (problems.length > 0) throw new UsageError(problems)
  const text = (name: string) => options.get(name)?.[0] ?? null
  return {
    words,
    text,
    number: (name) => (text(name) === null ? null : Number(text(name))),
    list: (name) => (lists.includes(name) ? (options.get(name) ?? []) : []),
    has: (flag) => options.has(flag),
    parameters,
  }
}

function kindsOf(form: Form): KindOf {
  return (name) => ownKind(form, name) ?? (form.hasParameters === true ? parameterKind(name) : null)
}

function ownKind({ texts = [], numbers = [], lists = [], flags = [] }: Form, name: string) {
  if (flags.includes(name)) return 'flag'
  return [...texts, ...numbers, ...lists].includes(name) ? 'value' : null
}

function wordProblems(given: readonly string[], { words, most }: Form): string[] {
  if (given.length === 0 && most > 0) return [`Missing: ${words}`]
  return given.slice(most).map((word) => `"${word}" is one word too many`)
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
