import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { NotYet } from '#shared/pipeline/not-yet.ts'
import type { Taken, Visit } from '#shared/politeness/host-turns.ts'
import { NoTurn } from '#stages/fetch/http/pace.ts'
import { heldPace, makePace, patientPace } from '#stages/fetch/pace.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { notedPace } from './noted-pace.ts'

const url = 'https://shop.example/a'
const never = new AbortController().signal
const visit: Visit = {
  responseMs: 10,
  status: 200,
  retryAfterMs: null,
  crawlDelayMs: null,
  isFailed: false,
}

describe('pace of the batch lane', () => {
  it('tells the host what its robots.txt asked for by the end of the visit', async () => {
    const ended: Visit[] = []
    let delayMs: number | null = null
    const turn = { end: async (one: Visit) => void ended.push(one) }
    const pace = makePace({ take: async () => ({ turn }) }, () => delayMs)
    const taken = await pace.turn(url, never)
    delayMs = 5000
    await taken.end(visit)
    expect(ended).to.deep.equal([{ ...visit, crawlDelayMs: 5000 }])
  })

  it('does not wait, and says so', async () => {
    const pace = makePace({ take: async () => ({ inMs: 700 }) }, () => null)
    expect(await rejectionOf(pace.turn(url, never)))
      .to.be.instanceOf(NotYet)
      .and.include({ inMs: 700, host: 'shop.example' })
  })

  it('gives up with the host', async () => {
    const givenUp = new Failure('URL_UNREACHABLE', 'gone', { details: { url, reason: 'host_given_up' } })
    const pace = makePace({ take: async () => ({ givenUp }) }, () => null)
    expect(await rejectionOf(pace.turn(url, never)))
      .to.be.instanceOf(NoTurn)
      .and.deep.include({ code: 'URL_UNREACHABLE', message: 'gone', details: givenUp.details })
  })

  it('waits where the work can not be put off', async () => {
    const answers: Taken[] = [{ inMs: 10 }, { inMs: 10 }, { turn: { end: async () => {} } }]
    const pace = patientPace(makePace({ take: async () => answers.shift() as Taken }, () => null))
    await pace.turn(url, never)
    expect(answers).to.deep.equal([])
  })
})

describe('a held pace', () => {
  it('ends a turn at the next one, the last one when it is released', async () => {
    const inner = notedPace()
    const pace = heldPace(inner)
    const first = await pace.turn('a', never)
    await first.end({ ...visit, status: 301 })
    expect(inner.noted).to.deep.equal(['a'])
    const last = await pace.turn('b', never)
    await last.end(visit)
    expect(inner.noted).to.deep.equal(['a', { ...visit, status: 301 }, 'b'])
    await pace.release()
    await pace.release()
    expect(inner.noted.slice(3)).to.deep.equal([visit])
  })

  it('holds back no turn when the next one does not come', async () => {
    const inner = notedPace((asked) => {
      if (asked === 'b') throw new NotYet(1)
    })
    const pace = heldPace(inner)
    const first = await pace.turn('a', never)
    await first.end(visit)
    await rejectionOf(pace.turn('b', never))
    expect(inner.noted).to.deep.equal(['a', visit])
  })
})
