import { expect } from 'chai'
import { keyComponents, keyPaths } from '#gateway/documents/openapi/key-paths.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the documents
const paths = keyPaths() as any

describe('document of the routes of keys', () => {
  it('names the answers', () => {
    const statuses = (method: object & { responses: object }) => Object.keys(method.responses)
    const common = ['401', '403', '429', '500', '503']
    expect(statuses(paths['/keys'].get)).to.have.members(['200', '400', ...common])
    expect(statuses(paths['/keys'].post)).to.have.members(['201', '400', '413', '415', ...common])
    expect(statuses(paths['/usage'].get)).to.have.members(['200', '400', '401', '429', '500', '503'])
    expect(statuses(paths['/keys/{id}'].delete)).to.have.members(['204', '404', ...common])
  })

  it('describes the body of a new key, which may be empty', () => {
    const { schema } = paths['/keys'].post.requestBody.content['application/json']
    const names = ['plan', 'scopes', 'limits', 'metadata_ttl_seconds', 'label', 'owner', 'admin']
    expect(Object.keys(schema.properties)).to.deep.equal([...names, 'unthrottled'])
    expect(schema.required ?? []).to.deep.equal([])
    expect(schema.properties.scopes.items.enum).not.to.include('admin')
  })

  it('has the scope admin and no hash in the schema of a key', () => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const { ApiKeys } = keyComponents() as any
    const { properties } = ApiKeys.properties.keys.items
    expect(properties.scopes.items.enum).to.include('admin')
    expect(properties).not.to.have.any.keys('hash', 'key', 'secret')
  })
})
