import { expect } from 'chai'
import { readLarge } from '#shared/messages/large-values.ts'
import { type Embedded, openEmbedded } from '#test/unit/shared/pipeline/embedded.ts'

describe('readLarge', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  it('reads the value that a link of ours names', async () => {
    await embedded.objects.put('bodies/x.json', Buffer.from('{"a":"ü"}'), 'application/json')
    expect(await readLarge(embedded.objects, 'http://here.example/bodies/x.json')).to.equal('{"a":"ü"}')
  })

  it('answers null for what is not there any more', async () => {
    expect(await readLarge(embedded.objects, 'http://here.example/bodies/none.json')).to.equal(null)
  })
})
