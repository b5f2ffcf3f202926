import { expect } from 'chai'
import { parseLine } from '#stages/batch/submission/store-lines.ts'

const metadata = { operation: 'metadata', parameters: { max_links: 7 } } as const
const snapshot = { operation: 'snapshot', parameters: {} } as const
const read = (text: string | Uint8Array, batch: Parameters<typeof parseLine>[1] = metadata) =>
  parseLine(Buffer.from(text), batch)

/** infra/docs/clients.md#metadata-parameters: the defaults. */
const usual = { fields: 'all', device: 'desktop', max_images: 25 }

describe('parseLine', () => {
  for (const line of [
    'https://a.example/?q=1',
    '  https://a.example/?q=1\t',
    '"https://a.example/?q=1"',
    '{"url":"https://a.example/?q=1"}',
    ' { "url" : "https://a.example/?q=1" } ',
  ]) {
    it(`reads ${line}, with the batch's parameters and the defaults`, () => {
      const url = 'https://a.example/?q=1'
      expect(read(line)).to.deep.equal({ parameters: { ...usual, url, max_links: 7 } })
    })
  }

  it('lets the line override the batch, with numbers and booleans as text or as JSON', () => {
    const url = 'https://a.example/'
    for (const max_links of [9, '9']) {
      expect(read(JSON.stringify({ url, max_links, fields: 'og' }))).to.deep.equal({
        parameters: { ...usual, url, max_links: 9, fields: 'og' },
      })
    }
    const said = read(JSON.stringify({ url, fullPage: 'true', viewport: { width: '800' } }), snapshot)
    expect(said).to.have.nested.property('parameters.fullPage', true)
    expect(said).to.have.nested.property('parameters.viewport.width', 800)
  })

  for (const line of ['', ' ', '\t \r', '\u00a0']) {
    it(`treats ${JSON.stringify(line)} as blank`, () => expect(read(line)).to.equal(null))
  }

  const wrong: [line: string | Uint8Array, reason: RegExp][] = [
    ['shop.example', /^url must be a valid http or https URL$/],
    ['ftp://a.example/', /^url must be a valid http or https URL$/],
    ['https://user:secret@a.example/', /^url must be a valid http or https URL$/],
    ['["https://a.example/"]', /^url /],
    ['null', /^url /],
    [`https://a.example/${'x'.repeat(8200)}`, /^url must be at most 8192 characters long$/],
    ['""', /^url /],
    ['"https://a.example/', /^the line is not valid JSON$/],
    ['{"url":"https://a.example/"', /^the line is not valid JSON$/],
    ['{"url":"https://a.example/"} x', /^the line is not valid JSON$/],
    ['{}', /^url is required$/],
    ['{"url":5}', /^url must be a string$/],
    ['{"url":"https://a.example/","max_links":0}', /^max_links /],
    ['{"url":"https://a.example/","depth":1,"max_images":"many"}', /depth is not a known parameter/],
    ['{"url":"https://a.example/","__proto__":{"device":"mobile"}}', /^__proto__ is not a known parameter$/],
    ['{"url":"https://a.example/","operation":"metadata"}', /^operation is the same for the whole batch$/],
    [Buffer.from([0x68, 0xff, 0xfe]), /^the line is not valid UTF-8$/],
    [
      `{"url":"https://a.example/","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      /^(x is not|the line is)/,
    ],
  ]
  for (const [line, reason] of wrong) {
    it(`reports the problem of ${String(line).slice(0, 60)}`, () => {
      const said = read(line)
      expect(said).to.have.property('reason').that.matches(reason)
      expect((said as { reason: string }).reason.length).to.be.at.most(300)
    })
  }

  it('reports all problems briefly', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`unknown${at}`, 1]))
    const said = read(JSON.stringify({ url: 'x', ...many })) as { reason: string }
    expect(said.reason).to.match(/^url must be .+; unknown0 is not a known parameter; /)
    expect(said.reason).to.have.length(300)
  })
})
