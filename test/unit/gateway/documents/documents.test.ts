import { expect } from 'chai'
import { makeDocuments } from '#gateway/documents/documents.ts'
import { someTopics } from './some-topics.ts'

const made = (publicUrl = 'http://probe.example') => makeDocuments({ publicUrl, topics: someTopics })
const documents = made()
const at = (path: string) => {
  const found = documents.find((document) => document.path === path)
  if (found === undefined) throw new Error(`no ${path}`)
  return found
}

describe('documents about the service', () => {
  it('are OpenAPI, AsyncAPI, schemas and a page, each once', () => {
    const paths = documents.map(({ path }) => path)
    expect(paths).to.include.members([
      '/openapi.json',
      '/asyncapi.json',
      '/schemas/',
      '/docs',
      '/docs/swagger-ui.css',
    ])
    expect(new Set(paths).size).to.equal(paths.length)
  })

  it('are linked from the index of schemas under the public URL', () => {
    const { schemas } = JSON.parse(at('/schemas/').body.toString())
    expect(schemas).not.to.be.empty
    for (const { type, url } of schemas) {
      expect(url).to.equal(`http://probe.example/schemas/${type}.json`)
      const schema = at(`/schemas/${type}.json`)
      expect(schema.type).to.equal('application/schema+json; charset=utf-8')
      expect(JSON.parse(schema.body.toString()).$id).to.equal(url)
    }
  })

  it('have weak entity tags that change with the content alone (RFC 9110, 8.8.3)', () => {
    for (const { etag } of documents) expect(etag).to.match(/^W\/"[\w-]{43}"$/)
    const tag = (all: typeof documents, path: string) => all.find((one) => one.path === path)?.etag
    expect(tag(made(), '/openapi.json')).to.equal(at('/openapi.json').etag)
    expect(tag(made('http://other.example'), '/openapi.json')).not.to.equal(at('/openapi.json').etag)
    expect(tag(made('http://other.example'), '/docs/start.js')).to.equal(at('/docs/start.js').etag)
  })

  it('have the style of the console below Swagger UI, and what it looks like here above it', () => {
    expect(at('/docs/docs.css').body.toString()).to.match(
      /^@layer frame, swagger, reference;\n@layer frame {\n/,
    )
    expect(at('/docs/reference.css').body.toString()).to.include(
      '@import url("swagger-ui.css") layer(swagger)',
    )
  })

  it('let the page load from its own origin alone', () => {
    expect(at('/docs').policy).to.match(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/)
    expect(documents.filter(({ policy }) => policy !== null).map(({ path }) => path)).to.deep.equal(['/docs'])
  })
})
