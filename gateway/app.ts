import Router from '@koa/router'
import Koa from 'koa'
import type { Log } from '#shared/log.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import type { ServedDocument } from './documents/documents.ts'
import { watchBrokenAnswers } from './http/broken-answers.ts'
import { compression } from './http/compression.ts'
import type { CallState } from './http/context.ts'
import { cors } from './http/cors.ts'
import { errors } from './http/errors.ts'
import { securityHeaders } from './http/headers.ts'
import { knownPaths, type Paths } from './http/not-found.ts'
import type { ObjectAnswers } from './http/object-answer.ts'
import { observed } from './http/observed.ts'
import { operationOf } from './http/operation.ts'
import { requestId } from './http/request-id.ts'
import { type BatchesOptions, batchesRoutes } from './routes/batches.ts'
import { bodiesRoutes } from './routes/bodies.ts'
import { documentsRoutes } from './routes/documents.ts'
import { type EventsOptions, eventsRoutes } from './routes/events.ts'
import { type HealthOptions, healthRoutes } from './routes/health.ts'
import { imagesRoutes } from './routes/images.ts'
import { type InspectOptions, inspectRoutes } from './routes/inspect.ts'
import { inspectionsRoutes } from './routes/inspections.ts'
import { metricsRoutes } from './routes/metrics.ts'

export interface AppParts
  extends InspectOptions,
    BatchesOptions,
    HealthOptions,
    EventsOptions,
    ObjectAnswers {
  readonly documents: readonly ServedDocument[]
  readonly logger: Log
  readonly telemetry: Telemetry
  /** Web origins whose pages may call. */
  readonly corsOrigins: readonly string[]
}

/** Of cached answers, in compressed form. */
const REMEMBERED_BYTES = 16_777_216

/** The HTTP interface over its parts: no settings, no adapters. */
export function makeApp(parts: AppParts): Koa<CallState> {
  const router = new Router<CallState>({ sensitive: true, strict: true })
  inspectRoutes(router, parts)
  inspectionsRoutes(router, parts)
  batchesRoutes(router, parts)
  eventsRoutes(router, parts)
  healthRoutes(router, parts)
  metricsRoutes(router, parts.telemetry.metrics, parts)
  bodiesRoutes(router, parts)
  imagesRoutes(router, parts)
  documentsRoutes(router, parts.documents, parts)
  const app = new Koa<CallState>()
  const paths = pathsOf(router)
  watchBrokenAnswers(app, parts.logger)
  app.use(requestId)
  app.use(operationOf)
  app.use(observed(parts.telemetry, parts.logger))
  app.use(securityHeaders)
  app.use(cors({ origins: parts.corsOrigins, ...paths }))
  app.use(compression({ rememberedBytes: REMEMBERED_BYTES }))
  app.use(errors(parts.logger))
  app.use(knownPaths(paths))
  app.use(router.routes())
  return app
}

/** What a route without parameters answers to is looked up once. */
function pathsOf(router: Router<CallState>): Paths {
  const fixed = new Map(router.stack.map(({ path }) => [String(path), methodsOf(router, String(path))]))
  return { methodsOf: (path) => fixed.get(path) ?? methodsOf(router, path) }
}

function methodsOf(router: Router<CallState>, path: string): string[] {
  const { path: layers } = router.match(path, 'GET')
  return [...new Set(layers.flatMap((layer) => layer.methods))]
}
