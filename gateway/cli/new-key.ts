import { operations } from '#shared/errors.ts'
import {
  type LimitName,
  limitNames,
  type NewKey,
  type Plan,
  plans,
  type Scope,
  scopes,
} from '../access/api-keys.ts'
import { readOptions, UsageError } from './options.ts'

/** Parses one value; throws an Error that says what is wrong with it. */
type Read<T> = (value: string) => T

/** Parses the arguments of `create`; throws a UsageError that lists everything wrong with them. */
export function readNewKey(args: readonly string[]): NewKey {
  const names = ['plan', 'scopes', 'limit', 'metadata-ttl', 'label', 'owner']
  const { options, positionals, problems: first } = readOptions(args, names)
  const problems = [...first, ...positionals.map((word) => `create takes no "${word}"`)]

  function all<T>(name: string, read: Read<T>): T[] {
    return (options.get(name) ?? []).flatMap((value) => {
      try {
        return [read(value)]
      } catch (error) {
        problems.push(`--${name} ${(error as Error).message}`)
        return []
      }
    })
  }
  function one<T>(name: string, read: Read<T>, fallback: T): T {
    if ((options.get(name) ?? []).length > 1) problems.push(`--${name} is given more than once`)
    return all(name, read)[0] ?? fallback
  }

  const limits = all('limit', readLimit)
  if (new Set(limits.map(([operation]) => operation)).size < limits.length) {
    problems.push('--limit is given more than once for an operation')
  }
  const owner = one<string | null>('owner', readOwner, null)
  const newKey: NewKey = {
    plan: one<Plan>('plan', (value) => oneOf(plans, value), 'free'),
    scopes: one<readonly Scope[]>('scopes', readScopes, operations),
    limits: Object.fromEntries(limits),
    metadataTtlSeconds: one<number | null>('metadata-ttl', readSeconds, null),
    label: one('label', readLabel, ''),
    ...(owner !== null && { owner }),
  }
  if (problems.length > 0) throw new UsageError(problems)
  return newKey
}

function readScopes(value: string): Scope[] {
  return [...new Set(value.split(',').map((scope) => oneOf<Scope>(scopes, scope.trim())))]
}

/** 0 is a limit too: the key may not call the operation at all. */
function readLimit(value: string): [LimitName, number] {
  const [, name, number] = /^([^=]+)=(\d{1,9})$/.exec(value) ?? []
  if (name === undefined)
    throw new Error(`must be <operation, batch or thumbnail>=<number per day>, not "${value}"`)
  return [oneOf<LimitName>(limitNames, name), Number(number)]
}

function readSeconds(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new Error(`must be a number of seconds, not "${value}"`)
  return Number(value)
}

/** A label is shown on the line of its key, so it must be one line. */
function readLabel(value: string): string {
  if (/\p{Cc}/u.test(value)) throw new Error('must be one line without control characters')
  return value
}

function readOwner(value: string): string {
  if (!/^[\w.@-]{1,64}$/.test(value)) throw new Error('must be a name of letters, digits, _ . @ and -')
  return value
}

function oneOf<T extends string>(allowed: readonly T[], value: string): T {
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw new Error(`must be one of ${allowed.join(', ')}, not "${value}"`)
  return found
}
