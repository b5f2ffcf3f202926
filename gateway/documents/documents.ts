import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { HostPoliteness } from '../routes/batches/batch-politeness.ts'
import { consoleStyle } from '../server/pages/frame.ts'
import { asyncApiDocument, type TopicsAbout } from './asyncapi/document.ts'
import { eventSchemas } from './event-schemas.ts'
import { openApiDocument } from './openapi/document.ts'
import { docsPage } from './page/docs-page.ts'
import type { EventsAbout } from './page/events-section.ts'

/** A document about the service: made at the start, and the same until the next one. */
export interface ServedDocument {
  readonly path: string
  readonly type: string
  readonly body: Buffer
  /** Entity tag; weak, since the body may be sent compressed (RFC 9110, section 8.8.1). */
  readonly etag: string
  /** Content security policy; null for documents that are not pages. */
  readonly policy: string | null
}

export interface DocumentsOptions {
  /** Base of the links, without a trailing slash. */
  readonly publicUrl: string
  readonly topics: TopicsAbout
  /** The defaults of the manners of batches. Absent = those of an installation without settings. */
  readonly hostPoliteness?: HostPoliteness
}

/** The page may load from its own origin only. Swagger UI sets styles in elements and has images in its styles. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Makes the OpenAPI and AsyncAPI documents, the schemas of the events, and the documentation page with its files. */
export function makeDocuments({ publicUrl, topics, hostPoliteness }: DocumentsOptions): ServedDocument[] {
  const schemas = Object.entries(eventSchemas(publicUrl))
  const events = asyncApiDocument(publicUrl, topics)
  const index = schemas.map(([type, { title, $id }]) => ({ type, title, url: $id }))
  return [
    jsonDocument('/openapi.json', openApiDocument(publicUrl, hostPoliteness)),
    jsonDocument('/asyncapi.json', events),
    jsonDocument('/schemas/', { schemas: index }),
    ...schemas.map(([type, schema]) =>
      jsonDocument(`/schemas/${type}.json`, schema, 'application/schema+json'),
    ),
    served(
      '/docs',
      'text/html; charset=utf-8',
      Buffer.from(docsPage(publicUrl, events as EventsAbout)),
      PAGE_POLICY,
    ),
    served('/docs/docs.css', 'text/css; charset=utf-8', docsStyle()),
    served('/docs/reference.css', 'text/css; charset=utf-8', ownFile('reference.css')),
    served('/docs/start.js', 'text/javascript; charset=utf-8', ownFile('start.js')),
    served(
      '/docs/swagger-ui-bundle.js',
      'text/javascript; charset=utf-8',
      packageFile(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
    ),
    served(
      '/docs/swagger-ui.css',
      'text/css; charset=utf-8',
      packageFile(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
    ),
  ]
}

function jsonDocument(path: string, json: object, type = 'application/json'): ServedDocument {
  return served(path, `${type}; charset=utf-8`, Buffer.from(JSON.stringify(json)))
}

function served(path: string, type: string, body: Buffer, policy: string | null = null): ServedDocument {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`
  return { path, type, body, etag, policy }
}

/** The style of the console, and what the page has besides. */
function docsStyle(): Buffer {
  const frame = consoleStyle(['tokens', 'base', 'controls', 'layout', 'parts'])
  return Buffer.from(`@layer frame, swagger, reference;\n@layer frame {\n${frame}\n${ownFile('docs.css')}}\n`)
}

function ownFile(name: string): Buffer {
  return readFileSync(new URL(`page/${name}`, import.meta.url))
}

function packageFile(url: string): Buffer {
  return readFileSync(new URL(url))
}
