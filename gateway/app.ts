import Router from '@koa/router'
import Koa from 'koa'
import type { Log } from '#shared/log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { compression } from './http/compression.ts'
import type { CallState } from './http/context.ts'
import { errors } from './http/errors.ts'
import { securityHeaders } from './http/headers.ts'
import { knownPaths } from './http/not-found.ts'
import { operationOf } from './http/operation.ts'
import { requestId } from './http/request-id.ts'
import { bodiesRoutes } from './routes/bodies.ts'
import { type HealthOptions, healthRoutes } from './routes/health.ts'
import { type InspectOptions, inspectRoutes } from './routes/inspect.ts'
import { inspectionsRoutes } from './routes/inspections.ts'

export interface AppParts extends InspectOptions, HealthOptions {
  readonly objects: ObjectStore
  readonly logger: Log
}

/** The HTTP interface over its parts: no settings, no adapters. */
export function makeApp(parts: AppParts): Koa<CallState> {
  const router = new Router<CallState>({ sensitive: true, strict: true })
  inspectRoutes(router, parts)
  inspectionsRoutes(router, parts)
  healthRoutes(router, parts)
  bodiesRoutes(router, parts.objects)
  const app = new Koa<CallState>()
  app.use(requestId)
  app.use(securityHeaders)
  app.use(compression)
  app.use(operationOf)
  app.use(errors(parts.logger))
  app.use(knownPaths({ methodsOf: (path) => methodsOf(router, path) }))
  app.use(router.routes())
  return app
}

function methodsOf(router: Router<CallState>, path: string): string[] {
  const { path: layers } = router.match(path, 'GET')
  return [...new Set(layers.flatMap((layer) => layer.methods))]
}
