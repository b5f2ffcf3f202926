import { expect } from 'chai'
import { PendingAnswers } from '#stages/batch/shards/runner/pending-answers.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const answerAt = (offset: number) => ({ position: offset + 1, wasAdded: [], isKnown: true })

describe('PendingAnswers', () => {
  it('gives an answer that comes before the append resolves', async () => {
    const answers = new PendingAnswers(new AbortController().signal)
    const append = Promise.withResolvers<number>()
    const sent = answers.send(() => append.promise)
    answers.answer(7, answerAt(7))
    answers.passed(8)
    append.resolve(7)
    expect(await sent).to.deep.equal(answerAt(7))
    expect(answers.count).to.equal(0)
  })

  it('rejects the sender of a command that was passed over, before or after the append resolves', async () => {
    const answers = new PendingAnswers(new AbortController().signal)
    const waiting = rejectionOf(answers.send(async () => 3))
    await new Promise(setImmediate)
    answers.passed(4)
    expect(await waiting).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(await rejectionOf(answers.send(async () => 2))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('refuses senders beyond the limit, and takes others afterwards', async () => {
    const answers = new PendingAnswers(new AbortController().signal)
    let offset = 0
    const sent = Array.from({ length: 10_000 }, () => answers.send(async () => offset++))
    expect(await rejectionOf(answers.send(async () => 0))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    for (let at = 0; at < 10_000; at++) answers.answer(at, answerAt(at))
    expect(await Promise.all(sent)).to.have.length(10_000)
    expect(answers.count).to.equal(0)
  })
})
