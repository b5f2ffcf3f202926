import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { requestOutline } from '#shared/messages/inspection-requested.ts'
import { admit } from '#shared/pipeline/admission.ts'
import type { Consumer } from '#shared/pipeline/consumer.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from './embedded.ts'
import { requestOf, resultOf, runToyStage } from './toy-stage.ts'

describe('admission', () => {
  let embedded: Embedded
  let consumer: Consumer | null
  let results: readonly LogRecord[]
  beforeEach(async () => {
    consumer = null
    embedded = await openEmbedded()
    results = await embedded.watch('result.metadata')
  })
  afterEach(async () => {
    await consumer?.drain(0)
    await embedded.close()
  })

  const isCommitted = async () => {
    const [lag] = await embedded.log.lag('toy.batch', ['inspection.requested.batch'])
    return lag?.records === 0
  }

  it('makes one inspection of the same id sent twice: the first wins', async () => {
    consumer = await runToyStage(embedded, async (work) => {
      await sleep(20)
      return resultOf(work, JSON.stringify(requestOutline(work.event, work.lane).url))
    })
    const urls = ['http://a.example/1', 'http://a.example/2', 'http://b.example/3']
    await embedded.log.append(urls.map((url) => requestOf('same', 'batch', { url })))
    await embedded.log.append([requestOf('other', 'batch')])
    await eventually(isCommitted)
    await embedded.log.append([requestOf('same', 'batch', { url: 'http://c.example/4' })])
    await eventually(isCommitted)
    const same = results.filter(({ headers }) => headers.ce_subject?.toString() === 'same')
    expect(same).to.have.length(1)
    expect(JSON.parse(same[0]?.value?.toString() ?? '').result).to.equal('http://a.example/1')
    expect(results).to.have.length(2)
  })

  it('lets the same record pass again: a redelivery, or another try', async () => {
    let tries = 0
    consumer = await runToyStage(embedded, async (work) => {
      tries += 1
      if (tries === 1) throw new Error('a defect')
      return resultOf(work, '1')
    })
    await embedded.log.append([requestOf('one', 'batch')])
    await eventually(() => results.length === 1)
  })

  it('judges by the place in the log', async () => {
    const [{ store }, inspection] = [embedded, requestOutline({ ...event, id: 'x' }, 'batch')]
    expect(await admit(store, inspection, 't/0/5')).to.equal(true)
    expect(await admit(store, inspection, 't/0/6')).to.equal(false)
    expect(await admit(store, inspection, 't/1/5')).to.equal(false)
    expect(await admit(store, inspection, 't/0/5')).to.equal(true)
  })
})

const event = { id: '', source: '', type: '', subject: '', key: '', attributes: {}, json: null }
