import { isUtf8 } from 'node:buffer'
import { checkParameters } from '#shared/operations/parameters.ts'
import type { NewBatch } from '#shared/ports/batches.ts'
import type { NewItem } from '../frontier/frontier.ts'

export type ParsedLine = { readonly parameters: NewItem['parameters'] } | { readonly reason: string }

/** Characters of a reason. */
const REASON_LENGTH = 300

/**
 * Parses a line: a URL, a JSON string with a URL, or a JSON object `{"url", …parameters}` whose members take
 * precedence over the parameters of the batch. Null for a blank line.
 */
export function parseLine(
  bytes: Buffer,
  batch: Pick<NewBatch, 'operation' | 'parameters'>,
): ParsedLine | null {
  if (!isUtf8(bytes)) return { reason: 'the line is not valid UTF-8' }
  const text = bytes.toString().trim()
  return text === '' ? null : checkLine(text, batch)
}

function checkLine(
  text: string,
  { operation, parameters }: Pick<NewBatch, 'operation' | 'parameters'>,
): ParsedLine {
  const raw = parseText(text)
  if (raw === null) return { reason: 'the line is not valid JSON' }
  if (Object.hasOwn(raw, 'operation')) return { reason: 'operation is the same for the whole batch' }
  const checked = checkLineParameters(operation, { ...parameters, ...raw })
  if ('parameters' in checked) return checked
  return { reason: checked.reason.slice(0, REASON_LENGTH) }
}

function parseText(text: string): Readonly<Record<string, unknown>> | null {
  if (!/^["{]/.test(text)) return { url: text }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? { url: value } : { ...(value as object) }
  } catch {
    return null
  }
}

function checkLineParameters(
  operation: NewBatch['operation'],
  raw: Readonly<Record<string, unknown>>,
): ParsedLine {
  try {
    const checked = checkParameters(operation, raw, true)
    if ('parameters' in checked) return checked
    return { reason: checked.problems.map(({ message }) => message).join('; ') }
  } catch (error) {
    // `JSON.parse` throws it for some thousand nested brackets.
    if (error instanceof RangeError) return { reason: 'the line is nested too deeply' }
    throw error
  }
}
