import { isUtf8 } from 'node:buffer'
import { checkParameters } from '#shared/operations/parameters.ts'
import type { NewBatch } from '#shared/ports/batches.ts'
import type { NewItem } from '../frontier.ts'

export type ReadLine = { readonly parameters: NewItem['parameters'] } | { readonly reason: string }

/** Characters of a reason. */
const REASON_LENGTH = 300

/**
 * What a line asks for: a URL, a JSON string that is one, or a JSON object `{"url", …parameters}`, which wins over the
 * batch's own parameters. Null = it is blank.
 */
export function readLine(bytes: Buffer, batch: Pick<NewBatch, 'operation' | 'parameters'>): ReadLine | null {
  if (!isUtf8(bytes)) return { reason: 'the line is not valid UTF-8' }
  const text = bytes.toString().trim()
  return text === '' ? null : checked(text, batch)
}

function checked(
  text: string,
  { operation, parameters }: Pick<NewBatch, 'operation' | 'parameters'>,
): ReadLine {
  const said = saidBy(text)
  if (said === null) return { reason: 'the line is not valid JSON' }
  if (Object.hasOwn(said, 'operation')) return { reason: 'operation is the same for the whole batch' }
  const judged = judge(operation, { ...parameters, ...said })
  if ('parameters' in judged) return judged
  return { reason: judged.reason.slice(0, REASON_LENGTH) }
}

function saidBy(text: string): Readonly<Record<string, unknown>> | null {
  if (!/^["{]/.test(text)) return { url: text }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? { url: value } : { ...(value as object) }
  } catch {
    return null
  }
}

function judge(operation: NewBatch['operation'], raw: Readonly<Record<string, unknown>>): ReadLine {
  try {
    const judged = checkParameters(operation, raw, true)
    if ('parameters' in judged) return judged
    return { reason: judged.problems.map(({ message }) => message).join('; ') }
  } catch (error) {
    // Of a few thousand brackets in one another.
    if (error instanceof RangeError) return { reason: 'the line is nested too deeply' }
    throw error
  }
}
