import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { readyOutcome } from '#shared/stage/ready-outcome.ts'
import { nextSequence } from '#shared/store/reference-clock.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const request = { operation: 'metadata', parameters: { url: 'http://a.example/' }, url: 'http://a.example/' }
const failure = { stage: 'fetch', code: 'VALIDATION_ERROR', status: 400, message: 'no' }
const LIMIT = 256 * 1024

describe('readyOutcome', () => {
  const outcomeOf = (topic: string, data: object) => ({
    topic,
    timing: '',
    json: JSON.stringify(data),
    dataref: null,
  })
  const large = outcomeOf('inspection.failed', { ...request, ...failure, details: 'x'.repeat(LIMIT) })

  function storing(put: () => Promise<void> = async () => {}) {
    const names: string[] = []
    const objects = {
      async put(name: string) {
        names.push(name)
        await put()
      },
    }
    return { names, options: { objects, publicUrl: () => 'http://here.example' } }
  }

  it('gives a small outcome nothing but its sequence', async () => {
    const { names, options } = storing()
    const small = outcomeOf('result.metadata', { ...request, result: {} })
    const { outcome, objectBytes } = await readyOutcome(options, small)
    const { sequence = '', ...rest } = outcome
    expect([rest, objectBytes, names]).to.deep.equal([small, 0, []])
    expect(sequence < nextSequence()).to.equal(true)
  })

  it('stores a large failure, and says what failed in its place', async () => {
    const { names, options } = storing()
    const { outcome, objectBytes } = await readyOutcome(options, large)
    expect(objectBytes).to.equal(Buffer.byteLength(large.json))
    expect(outcome.dataref).to.equal(`http://here.example/${names[0]}`)
    const { dataref } = outcome
    expect(JSON.parse(outcome.json)).to.deep.equal({ ...request, ...failure, dataref, bytes: objectBytes })
  })

  it('numbers the outcome after its value is stored, which may take long', async () => {
    let stored = ''
    const { options } = storing(async () => {
      stored = nextSequence()
    })
    const { outcome } = await readyOutcome(options, large)
    expect(stored < String(outcome.sequence)).to.equal(true)
  })

  it('rejects as the object store does', async () => {
    const away = unavailable('objects')
    const { options } = storing(() => Promise.reject(away))
    expect(await rejectionOf(readyOutcome(options, large))).to.equal(away)
  })
})
