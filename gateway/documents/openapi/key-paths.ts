import { createdKey, keyList, usage } from '../../access/key-answers.ts'
import { newKeySchema } from '../../access/new-key.ts'
import { type ErrorCase, plainCase } from '../error-cases.ts'
import { type JsonSchema, schemaOf } from '../json-schema.ts'
import { requestIdHeader, wrongParameter } from './batch-parts.ts'
import { codingHeaders, errorResponses, headers, jsonContent, ref } from './responses.ts'

/** Schemas of the routes of keys, by component name. */
export function keyComponents(): Readonly<Record<string, JsonSchema>> {
  return { ApiKeys: schemaOf(keyList), CreatedApiKey: schemaOf(createdKey), Usage: schemaOf(usage) }
}

const keyedCases: readonly ErrorCase[] = [
  plainCase('INVALID_API_KEY', 'The key is missing, wrong or revoked.'),
  plainCase('RATE_LIMIT_EXCEEDED', 'Too many calls without a valid key.'),
  plainCase('SERVICE_UNAVAILABLE', 'An inner service is unavailable.'),
  plainCase('INTERNAL_ERROR', 'Something unforeseen.'),
]
const adminCases: readonly ErrorCase[] = [
  ...keyedCases,
  plainCase('INSUFFICIENT_PERMISSIONS', 'The key lacks the scope `admin`.'),
]
const SCOPE = 'The key that asks needs the scope `admin`.'
const common = { tags: ['Keys'], parameters: [requestIdHeader] }

function list(): object {
  const operationId = 'listKeys'
  return {
    ...common,
    operationId,
    summary: 'All API keys',
    description: `The keys of the installation, without their secrets. ${SCOPE}`,
    responses: {
      200: {
        description: 'The keys.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('ApiKeys'), operationId, 200),
      },
      ...errorResponses(operationId, [...adminCases, wrongParameter]),
    },
  }
}

function create(): object {
  const operationId = 'createKey'
  return {
    ...common,
    operationId,
    summary: 'Create an API key',
    description: `As \`npm run keys -- create\` does, with the same defaults. ${SCOPE}`,
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(newKeySchema) } } },
    responses: {
      201: {
        description: 'The key, and its secret for the only time.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('CreatedApiKey'), operationId, 201),
      },
      ...errorResponses(operationId, [
        ...adminCases,
        wrongParameter,
        plainCase('UNSUPPORTED_MEDIA_TYPE', 'The body is not application/json.'),
        plainCase('PAYLOAD_TOO_LARGE', 'The body has more than 64 KiB.'),
      ]),
    },
  }
}

function revoke(): object {
  const operationId = 'revokeKey'
  return {
    ...common,
    operationId,
    summary: 'Revoke an API key',
    description: `Ends a key for good, at this gateway at once, everywhere within 10 s. A key may revoke itself. ${SCOPE}`,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }, requestIdHeader],
    responses: {
      204: { description: 'It is revoked, or was before.', headers: headers() },
      ...errorResponses(operationId, [...adminCases, plainCase('NOT_FOUND', 'There is no such key.')]),
    },
  }
}

function getUsage(): object {
  const operationId = 'getUsage'
  return {
    ...common,
    operationId,
    summary: 'Usage of a key',
    description:
      'What the key that asks may do, what it has used today, and what it used on each of the last 30 days. It needs no scope and counts nothing.',
    responses: {
      200: {
        description: 'The limits and the usage.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('Usage'), operationId, 200),
      },
      ...errorResponses(operationId, [...keyedCases, wrongParameter]),
    },
  }
}

/** The routes of keys and of their limits. */
export function keyPaths(): Readonly<Record<string, object>> {
  return {
    '/usage': { get: getUsage() },
    '/keys': { get: list(), post: create() },
    '/keys/{id}': { delete: revoke() },
  }
}
