import { expect } from 'chai'
import { auditComponents, auditPaths } from '#gateway/documents/openapi/history/audit-paths.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the documents
const paths = auditPaths() as any

describe('document of the routes of audits', () => {
  it('names parameters and answers', () => {
    const names = (path: string) =>
      paths[path].get.parameters.flatMap(({ name }: { name?: string }) => name ?? [])
    const statuses = (path: string) => Object.keys(paths[path].get.responses)
    const common = ['200', '400', '401', '403', '429', '500', '503']
    expect(names('/audits')).to.deep.equal(['url', 'device'])
    expect(names('/audits/{id}')).to.deep.equal(['id', 'url', 'device'])
    expect(statuses('/audits')).to.have.members(common)
    expect(statuses('/audits/{id}')).to.have.members([...common, '404'])
  })

  it('requires the URL of the list alone', () => {
    const required = (path: string) =>
      paths[path].get.parameters.flatMap((one: { name?: string; required?: boolean }) =>
        one.required ? one.name : [],
      )
    expect(required('/audits')).to.deep.equal(['url'])
    expect(required('/audits/{id}')).to.deep.equal(['id'])
  })

  it('has schemas of a list and of what is kept', () => {
    expect(Object.keys(auditComponents())).to.deep.equal(['Audits', 'KeptAudit'])
  })
})
