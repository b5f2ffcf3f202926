import { expect } from 'chai'
import {
  batchReportComponents,
  batchReportPaths,
} from '#gateway/documents/openapi/reports/batch-report-paths.ts'

interface Route {
  readonly parameters: readonly { readonly name?: string }[]
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly examples?: object }>> }>
  >
}
const routeOf = (path: string) => (batchReportPaths()[path] as { readonly get: Route }).get

describe('documents of the report', () => {
  it('name all media types of the routes, each text with an example that ran', () => {
    for (const [path, types] of Object.entries({
      '/batches/{id}/report': ['application/json', 'text/markdown', 'text/html', 'application/pdf'],
      '/batches/{id}/pages': ['application/x-ndjson', 'text/csv'],
    })) {
      const { content } = routeOf(path).responses[200] as Route['responses'][string]
      expect(Object.keys(content)).to.deep.equal(types)
      const texts = types.filter((type) => type !== 'application/pdf')
      for (const type of texts) expect(Object.keys(content[type]?.examples ?? {}), type).to.have.length(1)
    }
  })

  it('name the parameters', () => {
    const names = (path: string) => routeOf(path).parameters.flatMap(({ name }) => name ?? [])
    expect(names('/batches/{id}/report')).to.deep.equal([
      ...['id', 'compare', 'severity', 'title', 'client', 'logo'],
    ])
    expect(names('/batches/{id}/pages')).to.deep.equal([
      ...['id', 'after', 'limit', 'rule', 'status', 'indexable', 'min_overall', 'max_overall', 'sort'],
    ])
  })

  it('have a schema of the report and of a row', () => {
    expect(Object.keys(batchReportComponents())).to.deep.equal(['SiteReport', 'SitePageRow', 'FoundPageRow'])
  })
})
