import { z } from 'zod'
import about from '../../../package.json' with { type: 'json' }
import { type HostPoliteness, usualHostPoliteness } from '../../routes/batches/batch-politeness.ts'
import { errorCasesOf, plainCase } from '../error-cases.ts'
import { errorSchema, errorSchemaName } from '../error-schemas.ts'
import { type JsonSchema, schemaOf } from '../json-schema.ts'
import { batchCases, batchPaths } from './batch-paths.ts'
import { batchComponents } from './batch-schemas.ts'
import { auditComponents, auditPaths } from './history/audit-paths.ts'
import { inspectionListComponents, inspectionListPath } from './history/inspection-list-path.ts'
import { siteComponents, sitePaths } from './history/site-paths.ts'
import { keyComponents, keyPaths } from './key-paths.ts'
import { availableOperations, operationPaths, resultComponents } from './operations.ts'
import { requestHeaders } from './parameters.ts'
import { batchReportComponents, batchReportPaths } from './reports/batch-report-paths.ts'
import { shareComponents, sharePaths } from './reports/share-paths.ts'
import { headerComponents } from './responses.ts'
import { inspectionCases, servicePaths } from './service-paths.ts'
import { thumbnailCases, thumbnailPath } from './thumbnail-path.ts'

const description = `Inspects a public web page given by URL.

A call is judged in this order: path (404), method (405), key (401), scope (403), media type and size (415, 413),
parameters (400), the target's IP address (400), quota (429), capacity (503). Unknown paths get 404 \`NOT_FOUND\`, other
methods 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`. Retry 429 and 503 after \`Retry-After\` seconds, other 5xx with back-off,
no other 4xx. Results are cached; \`Cache-Control: no-cache\` asks for a new one.

Every response has \`X-Request-Id\`, \`X-Content-Type-Options: nosniff\` and \`Referrer-Policy: no-referrer\`; responses of the
interface besides \`Cache-Control: no-store\` and \`Content-Security-Policy: default-src 'none'\`, pages
\`X-Frame-Options: DENY\`.

Properties are only ever added within a major version: ignore unknown ones.`

const tags = [
  { name: 'Inspections', description: 'What a page is asked for.' },
  { name: 'Batches', description: 'Many pages, when there is room.' },
  { name: 'Keys', description: 'Who may ask, and how much of it is left.' },
  { name: 'Files', description: 'What responses and events link to.' },
  { name: 'Service', description: 'For those who run it.' },
  { name: 'Documents', description: 'Descriptions of this interface and of the events.' },
]

const running = z.object({
  id: z.string(),
  status: z.literal('running'),
  location: z.string().describe('Path of the response.'),
})
const health = z.object({ status: z.literal('ok') })
const readiness = z.object({
  status: z.enum(['ready', 'degraded', 'unavailable']),
  missing: z
    .array(z.string())
    .describe('The inner services that are unavailable; browser: a render stage has none.'),
  behind: z.array(z.string()).describe('The stages that lag behind with their work.'),
  reasons: z
    .object({ browser: z.string().exactOptional(), batches: z.string().exactOptional() })
    .exactOptional()
    .describe('What is known of why something is missing.'),
  walls_off: z
    .array(z.enum(['sandbox', 'jail']))
    .exactOptional()
    .describe(
      "What browsers of a render stage run without: sandbox, the browser's own; jail, a network namespace.",
    ),
})

function errorComponents(): Readonly<Record<string, JsonSchema>> {
  const plain = [plainCase('NOT_FOUND', ''), plainCase('SERVICE_UNAVAILABLE', '')]
  const cases = [
    ...availableOperations.flatMap(errorCasesOf),
    ...inspectionCases(),
    ...batchCases(),
    ...thumbnailCases,
    ...plain,
  ]
  return Object.fromEntries(cases.map((error) => [errorSchemaName(error), errorSchema(error)]))
}

/**
 * Describes the HTTP interface, reachable at `publicUrl`, as an OpenAPI 3.1 document, from the code that validates
 * and answers. `hostPoliteness`: defaults of the manners of batches.
 */
export function openApiDocument(
  publicUrl: string,
  hostPoliteness: HostPoliteness = usualHostPoliteness,
): object {
  return {
    openapi: '3.1.1',
    info: {
      title: 'PageProbe',
      version: about.version,
      summary: 'Snapshots, metadata, lab performance and SEO audits of any public page.',
      description,
      license: { name: about.license, identifier: about.license },
    },
    servers: [{ url: publicUrl }],
    security: [{ ApiKey: [] }],
    tags,
    paths: {
      ...operationPaths(),
      ...inspectionListPath(),
      ...auditPaths(),
      ...batchPaths(hostPoliteness),
      ...batchReportPaths(),
      ...sitePaths(),
      ...sharePaths(),
      '/thumbnail': { get: thumbnailPath() },
      ...keyPaths(),
      ...servicePaths(),
    },
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      parameters: requestHeaders,
      headers: headerComponents,
      schemas: {
        ...resultComponents(),
        ...inspectionListComponents(),
        ...auditComponents(),
        ...batchComponents(),
        ...batchReportComponents(),
        ...siteComponents(),
        ...shareComponents(),
        ...keyComponents(),
        Running: schemaOf(running),
        Health: schemaOf(health),
        Readiness: schemaOf(readiness),
        ...errorComponents(),
      },
    },
  }
}
