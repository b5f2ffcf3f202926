import { isObject } from '#shared/is-object.ts'
import { parseJson } from '#shared/messages/json.ts'

/** Where the text of a result begins. Within a text, its quotation marks would be escaped. */
const RESULT = ',"result":'

/**
 * Returns the URL that the value of an outcome names, or of a request by its parameters; null when it names none. Of a result only
 * what stands before its text is read: the rest may be long.
 */
export function outcomeUrl(json: string): string | null {
  const end = json.indexOf(RESULT)
  const head = end === -1 ? undefined : urlIn(parseJson(`${json.slice(0, end)}}`))
  return head ?? urlIn(parseJson(json)) ?? null
}

function urlIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const { url, parameters } = value
  if (typeof url === 'string') return url
  return isObject(parameters) && typeof parameters.url === 'string' ? parameters.url : undefined
}
