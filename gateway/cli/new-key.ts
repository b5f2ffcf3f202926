import { grantedScopes, type NewKey } from '../access/api-keys.ts'
import { newKeyOf, newKeySchema } from '../access/new-key.ts'
import { type ParsedOptions, readOptions, UsageError } from './options.ts'

/** How the text of an option becomes a value of the new key. */
interface Option {
  /** Name of the value. */
  readonly name: keyof typeof newKeySchema.shape
  /** Returns the value; throws an Error that says what is wrong with the text. */
  read(text: string): unknown
}

const options: Readonly<Record<string, Option>> = {
  plan: { name: 'plan', read: (text) => text },
  scopes: { name: 'scopes', read: (text) => text.split(',').map((scope) => scope.trim()) },
  'metadata-ttl': { name: 'metadata_ttl_seconds', read: readNumber },
  label: { name: 'label', read: (text) => text },
  owner: { name: 'owner', read: (text) => text },
  admin: { name: 'admin', read: () => true },
  unthrottled: { name: 'unthrottled', read: () => true },
}

const isSwitch = (name: string) => grantedScopes.some((scope) => scope === name)

/** Parses the arguments of `create`; throws a UsageError that lists everything wrong with them. */
export function readNewKey(args: readonly string[]): NewKey {
  const kindOf = (name: string) =>
    isSwitch(name) ? 'flag' : name === 'limit' || Object.hasOwn(options, name) ? 'value' : null
  const parsed = readOptions(args, kindOf)
  const problems = [...parsed.problems, ...parsed.positionals.map((word) => `create takes no "${word}"`)]
  const input = { ...readValues(parsed, problems), limits: readLimits(parsed, problems) }
  const checked = newKeySchema.safeParse(input)
  if (!checked.success) problems.push(...problemsOf(checked.error.issues, parsed))
  if (problems.length > 0 || !checked.success) throw new UsageError(problems)
  return newKeyOf(checked.data)
}

function readValues(parsed: ParsedOptions, problems: string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [option, { name, read }] of Object.entries(options)) {
    const texts = parsed.options.get(option) ?? []
    if (texts.length > 1) problems.push(`--${option} is given more than once`)
    for (const text of texts.slice(0, 1)) tryRead(problems, option, () => (values[name] = read(text)))
  }
  return values
}

/** 0 is a limit too: the key may not call the operation at all. */
function readLimits(parsed: ParsedOptions, problems: string[]): Record<string, number> {
  const limits = new Map<string, number>()
  for (const text of parsed.options.get('limit') ?? []) {
    tryRead(problems, 'limit', () => {
      const [, name, number] = /^([^=]+)=(\d{1,9})$/.exec(text) ?? []
      if (name === undefined || !Object.hasOwn(newKeySchema.shape.limits.unwrap().shape, name))
        throw new Error(`must be <operation, batch or thumbnail>=<number per day>, not "${text}"`)
      if (limits.has(name)) throw new Error('is given more than once for an operation')
      limits.set(name, Number(number))
    })
  }
  return Object.fromEntries(limits)
}

function tryRead(problems: string[], option: string, read: () => unknown): void {
  try {
    read()
  } catch (error) {
    problems.push(`--${option} ${(error as Error).message}`)
  }
}

function readNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`must be a number of seconds, not "${text}"`)
  return Number(text)
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** One problem for each option. */
function problemsOf(issues: readonly Issue[], parsed: ParsedOptions): string[] {
  return Object.entries(options).flatMap(([option, { name }]) => {
    const issue = issues.find(({ path }) => path[0] === name)
    const given = JSON.stringify(parsed.options.get(option)?.[0])
    return issue === undefined ? [] : [`--${option} ${issue.message}, not ${given}`]
  })
}
