import { expect } from 'chai'
import { siteComponents, sitePaths } from '#gateway/documents/openapi/history/site-paths.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the documents
const paths = sitePaths() as any

describe('document of the routes of sites', () => {
  it('names parameters and answers', () => {
    const names = (path: string) =>
      paths[path].get.parameters.flatMap(({ name }: { name?: string }) => name ?? [])
    const statuses = (path: string) => Object.keys(paths[path].get.responses)
    const common = ['200', '400', '401', '403', '429', '500', '503']
    expect(names('/sites')).to.deep.equal(['limit', 'cursor'])
    expect(names('/sites/{host}')).to.deep.equal(['host'])
    expect(statuses('/sites')).to.have.members(common)
    expect(statuses('/sites/{host}')).to.have.members([...common, '404'])
  })

  it('has schemas of a page and of one site', () => {
    expect(Object.keys(siteComponents())).to.deep.equal(['SitePage', 'SiteDetails'])
  })
})
