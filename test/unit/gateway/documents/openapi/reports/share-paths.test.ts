import { expect } from 'chai'
import { shareComponents, sharePaths } from '#gateway/documents/openapi/reports/share-paths.ts'

type Methods = Readonly<
  Record<string, { readonly security?: readonly unknown[]; readonly responses: object }>
>
const methodsOf = (path: string) => sharePaths()[path] as Methods

describe('documents of shares', () => {
  it('have the routes with their answers', () => {
    const answers = Object.keys(sharePaths()).flatMap((path) =>
      Object.entries(methodsOf(path)).map(([method, { responses }]) => [
        `${method} ${path}`,
        Object.keys(responses),
      ]),
    )
    expect(Object.fromEntries(answers)).to.deep.equal({
      'get /batches/{id}/shares': ['200', '401', '403', '404', '429', '500', '503'],
      'post /batches/{id}/shares': ['201', '400', '401', '403', '404', '413', '415', '429', '500', '503'],
      'delete /batches/{id}/shares/{share}': ['204', '401', '403', '404', '429', '500', '503'],
      'get /shared/{token}': ['200', '404', '422', '429', '500', '503'],
    })
  })

  it('ask for a key everywhere but where a shared report is read', () => {
    expect(methodsOf('/shared/{token}').get?.security).to.deep.equal([])
    expect(methodsOf('/batches/{id}/shares').post).not.to.have.property('security')
  })

  it('have schemas of a new share and of the list', () => {
    expect(Object.keys(shareComponents())).to.deep.equal(['CreatedShare', 'Shares'])
  })
})
