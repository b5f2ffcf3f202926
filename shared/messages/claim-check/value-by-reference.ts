import { z } from 'zod'
import { readMembers } from '#shared/messages/json-members.ts'

/** Longer JSON texts of parameters are not in the small value: producers may send any. */
const PARAMETERS_LIMIT = 16 * 1024
/** Characters of a URL or message in the small value. */
const TEXT_LIMIT = 4096

const request = {
  operation: z.string().nullable().describe('Null when the request named none that is known.'),
  parameters: z
    .unknown()
    .describe(
      `As in the value; null when there were none, and where their JSON is longer than ${PARAMETERS_LIMIT} characters.`,
    ),
  url: z.string().describe(`The target; the first ${TEXT_LIMIT} characters of a longer text.`),
}
const reference = {
  dataref: z.string().describe('Where the value is, as in the attribute: a URL that needs no key.'),
  bytes: z.int().min(1).describe('Bytes of the value.'),
}
const failure = {
  stage: z.string(),
  code: z.string(),
  status: z.int(),
  message: z.string().describe(`The first ${TEXT_LIMIT} characters.`),
}

/** What stands in the place of a result over 256 KiB. */
export const resultByReference = z.object({ ...request, ...reference })
/** What stands in the place of a failure over 256 KiB. */
export const failureByReference = z.object({ ...request, ...failure, ...reference })

const names = { result: Object.keys(request), failure: Object.keys({ ...request, ...failure }) }

/**
 * The small JSON text in the place of an outcome's value that is in the object store: less than 128 KiB, whatever a
 * producer sent. `value` is the text that is stored, a JSON object.
 */
export function valueByReference(
  kind: keyof typeof names,
  value: string,
  dataref: string,
  bytes: number,
): string {
  const members = Object.entries(readMembers(value, names[kind])).map(([name, member]) => [
    name,
    name === 'parameters' ? boundedParameters(member) : boundedText(member),
  ])
  return JSON.stringify({ ...Object.fromEntries(members), dataref, bytes })
}

function boundedParameters(parameters: unknown): unknown {
  return JSON.stringify(parameters).length > PARAMETERS_LIMIT ? null : parameters
}

function boundedText(member: unknown): unknown {
  return typeof member === 'string' ? member.slice(0, TEXT_LIMIT).toWellFormed() : member
}
