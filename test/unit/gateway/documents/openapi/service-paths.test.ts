import { expect } from 'chai'
import { inspectionCases, servicePaths } from '#gateway/documents/openapi/service-paths.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the document
const paths = servicePaths() as any

describe('paths beside the operations in the OpenAPI document', () => {
  it('are read only', () => {
    expect(paths).to.include.all.keys(
      '/healthz',
      '/readyz',
      '/metrics',
      '/inspections/{id}',
      '/images/{file}',
    )
    for (const item of Object.values<object>(paths)) expect(Object.keys(item)).to.deep.equal(['get'])
  })
  it('need no key, but for inspections', () => {
    const open = Object.keys(paths).filter((path) => paths[path].get.security?.length === 0)
    expect(open).to.include.members(['/healthz', '/readyz', '/metrics', '/images/{file}', '/openapi.json'])
    expect(open).not.to.include('/inspections/{id}')
  })
  it('let images be kept forever, and parts of them be read', () => {
    const { responses } = paths['/images/{file}'].get
    expect(Object.keys(responses)).to.include.members(['200', '206', '304', '404', '416'])
    expect(Object.keys(responses[200].headers)).to.include.members(['ETag', 'Cache-Control', 'Accept-Ranges'])
  })
  it('answer an inspection with each error that may end one, once', () => {
    const cases = inspectionCases()
    const keys = cases.map(({ code, status, shape }) => `${code} ${status} ${shape}`)
    expect(new Set(keys).size).to.equal(keys.length)
    expect(cases.map(({ code }) => code)).to.include.members(['NOT_FOUND', 'TIMEOUT', 'PAGE_TOO_TALL'])
    expect(cases.map(({ code }) => code)).not.to.include('UNSUPPORTED_MEDIA_TYPE')
  })
})
