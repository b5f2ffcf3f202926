import type { Operation } from '#shared/errors.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import { resultSchemas } from '#shared/operations/results/result-schemas.ts'
import { operationRoutes } from '../../operations/index.ts'
import type { OperationRoute } from '../../operations/operation.ts'
import { errorCasesOf } from '../error-cases.ts'
import { requestOf } from '../examples.ts'
import { type JsonSchema, schemaOf } from '../json-schema.ts'
import { bodySchema, queryParameters, requestHeaders } from './parameters.ts'
import {
  codingHeaders,
  errorResponses,
  type HeaderName,
  headers,
  jsonContent,
  quotaHeaders,
  ref,
} from './responses.ts'

interface About {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** The component of the result. */
  readonly result: string
}

/** Purpose of each operation (infra/docs/clients.md#operations). */
const about: Readonly<Record<Operation, About>> = {
  snapshot: {
    operationId: 'takeSnapshot',
    summary: 'Snapshot of a page',
    description: 'Renders the page in a browser and returns a link to the stored image.',
    result: 'SnapshotResult',
  },
  metadata: {
    operationId: 'getMetadata',
    summary: 'Metadata of a page',
    description: 'Fetches the HTML of the page and extracts its metadata. Only text/html is supported.',
    result: 'MetadataResult',
  },
  performance: {
    operationId: 'measurePerformance',
    summary: 'Lab performance of a page',
    description: 'Loads the page in a controlled browser and measures Core Web Vitals and resources.',
    result: 'PerformanceResult',
  },
  'seo-audit': {
    operationId: 'auditSeo',
    summary: 'SEO audit of a page',
    description: 'Runs all SEO rules on the page and returns scores, issues and what to fix first.',
    result: 'SeoAuditResult',
  },
}

export const availableOperations = Object.keys(operationRoutes) as AvailableOperation[]

/** The component that describes the operation's result. */
export function resultName(operation: Operation): string {
  return about[operation].result
}

/** Schemas of the results, by component name. */
export function resultComponents(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    availableOperations.map((operation) => [resultName(operation), schemaOf(resultSchemas[operation])]),
  )
}

/** The paths of the operations. */
export function operationPaths(): Readonly<Record<string, object>> {
  return Object.fromEntries(availableOperations.map((operation) => [`/${operation}`, pathItem(operation)]))
}

function pathItem(operation: AvailableOperation): object {
  const route = operationRoutes[operation]
  const isQuery = route.method === 'GET'
  const { operationId, summary, description } = about[operation]
  const headerParameters = Object.keys(requestHeaders).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }))
  const operationObject = {
    operationId,
    summary,
    description: `${description} The key needs the scope \`${operation}\`.`,
    tags: ['Inspections'],
    parameters: [...(isQuery ? queryParameters(operation) : []), ...headerParameters],
    ...(!isQuery && { requestBody: bodyOf(operation) }),
    responses: responsesOf(operation, route),
  }
  return { [route.method.toLowerCase()]: operationObject }
}

function bodyOf(operation: AvailableOperation): object {
  const example = requestOf(about[operation].operationId)
  const content = { schema: bodySchema(operation), ...(example !== null && { example }) }
  return { required: true, content: { 'application/json': content } }
}

const extraHeaders = { inspected: [...quotaHeaders, 'Server-Timing'], unavailable: ['Location'] } as const

function responsesOf(operation: AvailableOperation, { hasCacheHeader }: OperationRoute): object {
  const { operationId, result } = about[operation]
  const cached = hasCacheHeader ? (['X-Cache'] as const) : []
  return {
    200: {
      description: 'The result.',
      headers: headers(...cached, ...quotaHeaders, 'Server-Timing', ...codingHeaders),
      content: jsonContent(ref(result), operationId, 200),
    },
    202: accepted(operationId, ['Preference-Applied', ...quotaHeaders]),
    ...errorResponses(operationId, errorCasesOf(operation), extraHeaders),
  }
}

/** The response 202: to `Prefer: respond-async`, and for an inspection that still runs. */
export function accepted(operationId: string, more: readonly HeaderName[]): object {
  return {
    description: 'The inspection runs; ask at `Location` for its response.',
    headers: headers('Location', 'Retry-After', ...more),
    content: jsonContent(ref('Running'), operationId, 202),
  }
}
