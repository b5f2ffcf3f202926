import { z } from 'zod'
import { auditQuery, auditsQuery } from '../../../routes/inspections/audits.ts'
import { type ErrorCase, plainCase } from '../../error-cases.ts'
import { type JsonSchema, schemaOf } from '../../json-schema.ts'
import { queryOf, requestIdHeader, wrongParameter } from '../batch-parts.ts'
import { resultName } from '../operations.ts'
import { codingHeaders, errorResponses, headers, jsonContent, ref } from '../responses.ts'

const audit = z.object({
  id: z.string().describe('Id of the inspection.'),
  scanned_at: z.iso.datetime(),
  overall: z.number(),
  by_category: z.record(z.string(), z.number()),
  rule_version: z.string().describe('Scores of different versions may differ for the same page.'),
})
const issue = z.object({ id: z.string(), rule_id: z.string(), severity: z.string(), message: z.string() })
const kept = audit.extend({
  issues: z
    .array(issue)
    .nullable()
    .describe('Kept for the latest two audits of the page; null for older ones.'),
})
const audits = z.object({ audits: z.array(audit).describe('Latest first, at most 30.') })

/** Schemas of the routes of earlier audits, by component name. */
export function auditComponents(): Readonly<Record<string, JsonSchema>> {
  return { Audits: schemaOf(audits), KeptAudit: schemaOf(kept) }
}

const cases: readonly ErrorCase[] = [
  plainCase('INVALID_API_KEY', 'The key is missing, wrong or revoked.'),
  plainCase('INSUFFICIENT_PERMISSIONS', 'The key lacks the scope `seo-audit`.'),
  wrongParameter,
  plainCase('RATE_LIMIT_EXCEEDED', 'Too many calls without a valid key.'),
  plainCase('SERVICE_UNAVAILABLE', 'An inner service is unavailable.'),
  plainCase('INTERNAL_ERROR', 'Something unforeseen.'),
]

function list(): object {
  const operationId = 'listAudits'
  return {
    operationId,
    summary: 'Earlier audits of a page',
    description: `The audits of the page that keys of the owner asked for, items of batches included. They are kept for
90 days. A response from the cache was no audit. The key needs the scope \`seo-audit\`; nothing is counted.`,
    tags: ['Inspections'],
    parameters: [...queryOf(auditsQuery).map((one) => withRequired(one)), requestIdHeader],
    responses: {
      200: {
        description: 'The audits; none = there is none of this page, device and owner.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('Audits'), operationId, 200),
      },
      ...errorResponses(operationId, cases),
    },
  }
}

function withRequired(parameter: object): object {
  return 'name' in parameter && parameter.name === 'url' ? { ...parameter, required: true } : parameter
}

function get(): object {
  const operationId = 'getAudit'
  return {
    operationId,
    summary: 'An earlier audit',
    description: `The full result while \`GET /inspections/{id}\` has it, with the field groups that it was asked for. After that, and
with the \`url\` and \`device\` of the audit: what is kept, its scores and, of the latest two audits of the page, its issues. The key
needs the scope \`seo-audit\`; nothing is counted.`,
    tags: ['Inspections'],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      ...queryOf(auditQuery),
      requestIdHeader,
    ],
    responses: {
      200: {
        description: 'The result, or what is kept of it.',
        headers: headers(...codingHeaders),
        content: jsonContent({ anyOf: [ref(resultName('seo-audit')), ref('KeptAudit')] }, operationId, 200),
      },
      ...errorResponses(operationId, [
        ...cases,
        plainCase('NOT_FOUND', 'There is no such audit of this owner, or it is not kept any more.'),
      ]),
    },
  }
}

/** The routes of earlier audits. */
export function auditPaths(): Readonly<Record<string, object>> {
  return { '/audits': { get: list() }, '/audits/{id}': { get: get() } }
}
