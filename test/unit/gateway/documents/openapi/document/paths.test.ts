import type Router from '@koa/router'
import { expect } from 'chai'
import { type AppParts, makeApp } from '#gateway/app.ts'
import { makeDocuments } from '#gateway/documents/documents.ts'
import { openApiDocument } from '#gateway/documents/openapi/document.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import { someTopics } from '../../some-topics.ts'

/** Files of pages, and paths with a pattern. */
const asDocumented = (path: string) =>
  path.replace(/^\/schemas\/.+/, '/schemas/{file}').replace(/:(\w+)/g, '{$1}')
const isPageFile = (path: string) => path === '/' || /^\/(docs|assets)\//.test(path)

/** The routes of the application, without its dependencies: no route is called. */
function routes(): string[] {
  const documents = makeDocuments({ publicUrl: 'http://probe.example', topics: someTopics })
  const app = makeApp({ documents, telemetry: noTelemetry, corsOrigins: [] } as unknown as AppParts)
  const found = app.middleware.find((one) => 'router' in one) as unknown as { router: Router }
  return found.router.stack.flatMap(({ path, methods }) => {
    const own = methods.filter((method) => method !== 'HEAD')
    return isPageFile(String(path))
      ? []
      : own.map((method) => `${method.toLowerCase()} ${asDocumented(String(path))}`)
  })
}

describe('OpenAPI document', () => {
  it('has exactly the paths and methods that are served', () => {
    const { paths } = openApiDocument('http://probe.example') as { paths: Record<string, object> }
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    )
    expect(documented).to.have.members([...new Set(routes())])
  })
})
