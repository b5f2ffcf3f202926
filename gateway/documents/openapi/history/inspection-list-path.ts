import { z } from 'zod'
import { operations } from '#shared/errors.ts'
import { HISTORY_PER_OWNER, HISTORY_SCANNED, inspectionStates } from '../../../inspections/history.ts'
import { historyQuery } from '../../../routes/inspections/history.ts'
import { plainCase } from '../../error-cases.ts'
import { type JsonSchema, schemaOf } from '../../json-schema.ts'
import { queryOf, requestIdHeader, wrongParameter } from '../batch-parts.ts'
import { codingHeaders, errorResponses, headers, jsonContent, ref } from '../responses.ts'

const listed = z.object({
  id: z.string(),
  operation: z.enum(operations),
  url: z.string().describe('As the caller wrote it.'),
  state: z.enum(inspectionStates),
  code: z.string().nullable().describe('Error code of a failed inspection, else null.'),
  created_at: z.iso.datetime(),
  ms: z.int().min(0).nullable().describe('Milliseconds from its creation to its end; null while it runs.'),
})

const page = z.object({
  inspections: z.array(listed).describe('Newest first.'),
  next_cursor: z
    .string()
    .nullable()
    .describe(
      'Comes back as `cursor`, with the same filters, for the next page; null = this is the last one.',
    ),
})

/** Schemas of the list of inspections, by component name. */
export function inspectionListComponents(): Readonly<Record<string, JsonSchema>> {
  return { InspectionPage: schemaOf(page) }
}

/** The route that lists the inspections of an owner. */
export function inspectionListPath(): Readonly<Record<string, object>> {
  return { '/inspections': { get: list() } }
}

function list(): object {
  const operationId = 'listInspections'
  return {
    operationId,
    summary: 'Inspections of an owner',
    description: `The inspections of the last 24 hours that any key of the owner asked for and that were begun or joined: no items of
batches, and no responses from the cache. Of very many, the newest ${HISTORY_PER_OWNER}. An inspection that begins or ends meanwhile
moves no other to another page. A page looks at ${HISTORY_SCANNED} inspections at most, so one with filters may be short, even
empty, and have a \`next_cursor\` all the same.`,
    tags: ['Inspections'],
    parameters: [...queryOf(historyQuery), requestIdHeader],
    responses: {
      200: {
        description: 'A page of them.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('InspectionPage'), operationId, 200),
      },
      ...errorResponses(operationId, [
        plainCase('INVALID_API_KEY', 'The key is missing, wrong or revoked.'),
        plainCase('RATE_LIMIT_EXCEEDED', 'Too many calls without a valid key.'),
        plainCase('SERVICE_UNAVAILABLE', 'An inner service is unavailable.'),
        plainCase('INTERNAL_ERROR', 'Something unforeseen.'),
        wrongParameter,
      ]),
    },
  }
}
