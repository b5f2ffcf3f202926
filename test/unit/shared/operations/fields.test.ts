import { expect } from 'chai'
import { fieldGroups, numberBetween, oneOf, targetUrl } from '#shared/operations/fields.ts'

describe('fields of operations', () => {
  const messageOf = (schema: typeof targetUrl, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message)

  it('take an http or https URL without credentials as the target', () => {
    for (const url of ['http://a/', 'HTTPS://A.example:8080/ü?q#f', `http://a/${'x'.repeat(8183)}`])
      expect(messageOf(targetUrl, url), url.slice(0, 40)).to.equal(undefined)
    for (const url of ['', 'a', 'ftp://a/', 'http://u@a/', 'http://:p@a/', 'javascript:x'])
      expect(messageOf(targetUrl, url), url).to.deep.equal(['must be a valid http or https URL'])
  })

  it('say what is wrong with a target', () => {
    expect(messageOf(targetUrl, undefined)).to.deep.equal(['is required'])
    expect(messageOf(targetUrl, ['http://a/'])).to.deep.equal(['must be given once, as a string'])
    expect(messageOf(targetUrl, 5)).to.deep.equal(['must be a string'])
    const long = `http://a/${'x'.repeat(8184)}`
    expect(messageOf(targetUrl, long)).to.deep.equal(['must be at most 8192 characters long'])
  })

  it('bound whole numbers on both sides', () => {
    const schema = numberBetween(2, 5)
    expect([1, 2, 5, 6, 2.5, '3'].map((value) => schema.safeParse(value).success)).to.deep.equal([
      ...[false, true, true, false, false, false],
    ])
    expect(schema.safeParse(9).error?.issues.map(({ message }) => message)).to.deep.equal([
      'must be a whole number between 2 and 5',
    ])
  })

  it('name the values of a list', () => {
    expect(oneOf(['a', 'b']).safeParse('c').error?.issues[0]?.message).to.equal('must be one of: a, b')
  })

  it('read field groups in the order of the contract, each once', () => {
    const { schema, groupsOf } = fieldGroups(['basic', 'og', 'all'])
    expect(groupsOf('og , basic,og')).to.deep.equal(['basic', 'og'])
    expect(schema.safeParse('og, basic').success).to.equal(true)
    for (const wrong of ['', 'og,', 'OG', 'og;basic'])
      expect(schema.safeParse(wrong).success, wrong).to.equal(false)
  })
})
