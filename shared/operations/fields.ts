import { z } from 'zod'

/** Maximum characters of a target URL. */
export const URL_LIMIT = 8192

/** Whether a text is an absolute http(s) URL with a host and without credentials. */
function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

function wrongText(input: unknown): string {
  if (input === undefined) return 'is required'
  return Array.isArray(input) ? 'must be given once, as a string' : 'must be a string'
}

/** The target of an inspection. The egress policy decides whether it may be inspected. */
export const targetUrl = z
  .string({ error: ({ input }) => wrongText(input) })
  .max(URL_LIMIT, { error: `must be at most ${URL_LIMIT} characters long`, abort: true })
  .refine(isWebUrl, {
    error: 'must be a valid http or https URL',
    params: { expected: 'valid http(s) URL without credentials' },
  })

/** A whole number within bounds. */
export function numberBetween(min: number, max: number) {
  const error = `must be a whole number between ${min} and ${max}`
  return z.int({ error, abort: true }).min(min, { error }).max(max, { error })
}

/** A boolean. */
export const trueOrFalse = z.boolean({ error: 'must be true or false' })

/** One of the listed values. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `must be one of: ${values.join(', ')}` })
}

/** A parameter that is a comma-separated list of field groups: its schema, and the groups of a valid value. */
export function fieldGroups<const T extends readonly string[]>(groups: T) {
  const split = (text: string) => text.split(',').map((token) => token.trim())
  const schema = z
    .string({ error: 'must be a comma-separated list of field groups' })
    .refine((text) => split(text).every((token) => groups.includes(token)), {
      error: `must be a comma-separated list of: ${groups.join(', ')}`,
      params: { expected: groups.join(' | ') },
    })
  /** Without duplicates, in the order of the contract. */
  const groupsOf = (text: string): T[number][] => groups.filter((group) => split(text).includes(group))
  return { schema, groupsOf }
}
