import { expect } from 'chai'
import { bodyName, valueName } from '#shared/messages/claim-check/object-names.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { removeIntermediates } from '#shared/stage/intermediate-cleanup.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

describe('intermediate objects', () => {
  const body = bodyName('one')
  const value = valueName('one:extracted')
  const result = `bodies/${'0'.repeat(64)}.json`
  let embedded: Embedded

  before(async () => {
    embedded = await openEmbedded()
  })
  after(() => embedded.close())
  beforeEach(async () => {
    for (const name of [body, value, result]) await embedded.objects.put(name, Buffer.from('x'), 'text/plain')
  })

  const event = (object: string): CloudEvent => ({
    id: 'one:extracted',
    source: '/pageprobe',
    type: 'page.extracted.v1',
    subject: 'one',
    key: '',
    attributes: {},
    json: JSON.stringify({ material: { object } }),
  })
  async function left(): Promise<string[]> {
    const found = await Promise.all([body, value, result].map((name) => embedded.objects.get(name)))
    return [body, value, result].filter((_, at) => found[at] !== null)
  }

  const endings = {
    completed: 'is completed',
    failed: 'has failed',
    dead_lettered: 'is a dead letter',
    duplicate: 'had ended before',
  } as const
  for (const [outcome, what] of Object.entries(endings) as [keyof typeof endings, string][]) {
    it(`are removed when their inspection ${what}; its result stays`, async () => {
      await removeIntermediates(embedded.objects, event(value), { work: 'done', outcome, code: null })
      expect(await left()).to.deep.equal([result])
    })
  }

  for (const outcome of ['forwarded', 'retried'] as const) {
    it(`stay while the inspection continues (${outcome})`, async () => {
      await removeIntermediates(embedded.objects, event(value), { work: 'done', outcome, code: null })
      expect(await left()).to.deep.equal([body, value, result])
    })
  }

  it('stay without an error when the store is unavailable', async () => {
    const remove = () => Promise.reject(new Error('away'))
    await removeIntermediates({ remove }, event(value), { work: 'done', outcome: 'completed', code: null })
    expect(await left()).to.deep.equal([body, value, result])
  })
})
