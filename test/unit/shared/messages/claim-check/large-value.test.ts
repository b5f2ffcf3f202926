import { expect } from 'chai'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const file = `${'0a'.repeat(32)}.json`

describe('loadLarge', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  it('loads the value of one of our links', async () => {
    await embedded.objects.put(`bodies/${file}`, Buffer.from('{"a":"ü"}'), 'application/json')
    expect(await loadLarge(embedded.objects, `http://here.example/bodies/${file}`)).to.equal('{"a":"ü"}')
  })

  for (const forged of [
    '',
    'x',
    'http://a/',
    'http://a/bodies/../../b',
    `http://a/bodies/${'a'.repeat(300)}.json`,
    'a/b/.',
  ]) {
    it(`is null for other links: ${forged.slice(0, 40)}`, async () => {
      expect(await loadLarge(embedded.objects, forged)).to.equal(null)
    })
  }

  it('is null for a value that is no longer stored', async () => {
    expect(await loadLarge(embedded.objects, `http://here.example/bodies/${'0b'.repeat(32)}.json`)).to.equal(
      null,
    )
  })
})
