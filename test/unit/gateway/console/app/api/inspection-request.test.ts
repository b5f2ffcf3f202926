import { expect } from 'chai'
import {
  callOptions,
  completeUrl,
  givenValues,
  jsonOf,
  queryText,
  requestOf,
  valuesOf,
} from '#gateway/console/app/api/inspection-request.ts'
import type { OpenApi } from '#gateway/console/app/api/openapi.ts'
import { type FormOperation, formOperation } from '#gateway/console/app/api/operation-fields.ts'
import { openApiDocument } from '#gateway/documents/openapi/document.ts'

const document = openApiDocument('http://127.0.0.1:8080') as unknown as OpenApi
const snapshot = formOperation(document, 'snapshot') as FormOperation
const metadata = formOperation(document, 'metadata') as FormOperation

describe('the request of a form', () => {
  it('has JSON numbers and booleans in a body, and members of objects inside them', () => {
    const values = {
      url: 'https://a.example/',
      'viewport.width': '800',
      'viewport.height': '600',
      fullPage: 'true',
      quality: '55',
      timeout: '5000',
    }
    expect(requestOf(snapshot, values)).to.deep.equal({
      method: 'POST',
      path: 'snapshot',
      query: {},
      body: {
        url: 'https://a.example/',
        viewport: { width: 800, height: 600 },
        fullPage: true,
        quality: 55,
        timeout: 5000,
      },
    })
  })

  it('keeps words where a number or a word is allowed', () => {
    expect(requestOf(snapshot, { url: 'u', quality: 'high' }).body).to.deep.equal({
      url: 'u',
      quality: 'high',
    })
  })

  it('has what was entered in a query', () => {
    const request = requestOf(metadata, { url: 'https://a.example/?b=c', fields: 'basic,og', max_links: '7' })
    expect(request.query).to.deep.equal({ url: 'https://a.example/?b=c', fields: 'basic,og', max_links: '7' })
    expect(callOptions(request)).to.deep.equal({ method: 'GET', query: request.query })
  })

  it('leaves out defaults, empty fields and names of other operations', () => {
    const values = { url: 'u', device: 'desktop', max_links: '', fullPage: 'true' }
    expect(givenValues(metadata, values)).to.deep.equal({ url: 'u' })
  })

  it('leaves what is no number to the service, which says what is wrong', () => {
    expect(requestOf(snapshot, { url: 'u', timeout: 'soon' }).body).to.deep.equal({
      url: 'u',
      timeout: 'soon',
    })
  })

  it('has a list in the body of its own operation, and a list of a query as the text that a query has', () => {
    const [field] = metadata.fields.filter(({ name }) => name === 'fields')
    const posted: FormOperation = { ...metadata, method: 'POST', fields: field ? [field] : [] }
    expect(jsonOf(posted, { fields: 'basic,og' })).to.deep.equal({ fields: ['basic', 'og'] })
    expect(jsonOf(metadata, { fields: 'basic,og' })).to.deep.equal({ fields: 'basic,og' })
  })

  it('is read back as the form had it', () => {
    const values = {
      url: 'u',
      'viewport.width': '800',
      'viewport.height': '600',
      fullPage: 'true',
      quality: '5',
    }
    expect(valuesOf(requestOf(snapshot, values).body ?? {})).to.deep.equal(values)
    expect(valuesOf({ fields: ['basic', 'og'] })).to.deep.equal({ fields: 'basic,og' })
  })

  for (const [value, text] of [
    ['a', 'a'],
    [5, '5'],
    [true, 'true'],
    [['a', 'b'], 'a,b'],
    [[1], '[1]'],
    [{ a: 1 }, '{"a":1}'],
  ] as const) {
    it(`has ${JSON.stringify(value)} as ${text} in a query`, () => expect(queryText(value)).to.equal(text))
  }

  for (const [entered, sent] of [
    ['example.com', 'https://example.com'],
    [' shop.example/a?b#c ', 'https://shop.example/a?b#c'],
    ['127.0.0.1:8080/x', 'https://127.0.0.1:8080/x'],
    ['münchen.example', 'https://münchen.example'],
    ['http://example.com/', 'http://example.com/'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['localhost', 'localhost'],
    ['no url', 'no url'],
    ['', ''],
  ] as const) {
    it(`sends ${JSON.stringify(sent)} for ${JSON.stringify(entered)}`, () => {
      expect(completeUrl(entered)).to.equal(sent)
    })
  }
})
