import Router from '@koa/router'
import Koa from 'koa'
import type { Log } from '#shared/log.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import type { ConsoleFiles } from './console/built-files.ts'
import type { ServedDocument } from './documents/documents.ts'
import { type CallState, initialState } from './middleware/call-state.ts'
import { compression } from './middleware/compression.ts'
import { cors } from './middleware/cors.ts'
import { errors, logResponseErrors } from './middleware/errors.ts'
import { knownPaths, type Paths } from './middleware/known-paths.ts'
import { telemetry } from './middleware/telemetry.ts'
import { type BatchesOptions, batchesRoutes } from './routes/batches/routes.ts'
import { type SitesOptions, sitesRoutes } from './routes/batches/sites/routes.ts'
import { bodiesRoutes } from './routes/bodies.ts'
import { consoleRoutes } from './routes/console.ts'
import { documentsRoutes } from './routes/documents.ts'
import { type EventsOptions, eventsRoutes } from './routes/events/routes.ts'
import { type HealthOptions, healthRoutes } from './routes/health.ts'
import { imagesRoutes } from './routes/images.ts'
import { type InspectOptions, inspectRoutes } from './routes/inspect.ts'
import { type AuditsOptions, auditsRoutes } from './routes/inspections/audits.ts'
import { inspectionsRoutes } from './routes/inspections/routes.ts'
import { type KeysOptions, keysRoutes } from './routes/keys/routes.ts'
import { usageRoute } from './routes/keys/usage.ts'
import { metricsRoutes } from './routes/metrics.ts'
import type { ObjectOptions } from './routes/response/object.ts'
import { type ThumbnailOptions, thumbnailRoutes } from './routes/thumbnail.ts'
import { setDefaultHeaders } from './server/default-headers.ts'

export interface AppParts
  extends InspectOptions,
    BatchesOptions,
    SitesOptions,
    KeysOptions,
    AuditsOptions,
    HealthOptions,
    EventsOptions,
    ThumbnailOptions,
    ObjectOptions {
  readonly documents: readonly ServedDocument[]
  /** The console; null when it was not built. */
  readonly console: ConsoleFiles | null
  readonly logger: Log
  readonly telemetry: Telemetry
  /** Web origins (scheme, host, port) whose pages may call the service. */
  readonly corsOrigins: readonly string[]
}

/** Memory for the compressed forms of cached answers, in bytes. */
const COMPRESSION_CACHE_BYTES = 16_777_216

/** Builds the HTTP interface from its parts. It reads no settings and chooses no adapters. */
export function makeApp(parts: AppParts): Koa<CallState> {
  const router = new Router<CallState>({ sensitive: true, strict: true })
  inspectRoutes(router, parts)
  inspectionsRoutes(router, parts)
  auditsRoutes(router, parts)
  keysRoutes(router, parts)
  usageRoute(router, parts)
  batchesRoutes(router, parts)
  sitesRoutes(router, parts)
  eventsRoutes(router, parts)
  healthRoutes(router, parts)
  metricsRoutes(router, parts.telemetry.metrics, parts)
  bodiesRoutes(router, parts)
  imagesRoutes(router, parts)
  consoleRoutes(router, parts.console, parts)
  thumbnailRoutes(router, parts)
  documentsRoutes(router, parts.documents, parts)
  const app = new Koa<CallState>()
  const paths = pathIndex(router)
  logResponseErrors(app, parts.logger)
  app.use(initialState)
  app.use(telemetry(parts.telemetry, parts.logger, paths))
  app.use(setDefaultHeaders)
  app.use(cors({ origins: parts.corsOrigins, ...paths }))
  app.use(compression({ cacheBytes: COMPRESSION_CACHE_BYTES }))
  app.use(errors(parts.logger))
  app.use(knownPaths(paths))
  app.use(router.routes())
  return app
}

/** Indexes the methods of routes without parameters, so that the router matches each such path only once. */
function pathIndex(router: Router<CallState>): Paths {
  const fixed = new Map(router.stack.map(({ path }) => [String(path), methodsOf(router, String(path))]))
  return {
    methodsOf: (path) => fixed.get(path) ?? methodsOf(router, path),
    routeOf: (path) => (fixed.has(path) ? path : routeOf(router, path)),
  }
}

function methodsOf(router: Router<CallState>, path: string): string[] {
  const { path: layers } = router.match(path, 'GET')
  return [...new Set(layers.flatMap((layer) => layer.methods))]
}

function routeOf(router: Router<CallState>, path: string): string | null {
  const layer = router.match(path, 'GET').path.find(({ methods }) => methods.length > 0)
  return layer === undefined ? null : String(layer.path)
}
