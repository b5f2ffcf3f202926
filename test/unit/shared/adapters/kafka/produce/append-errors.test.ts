import { expect } from 'chai'
import { ConnectionError } from '#shared/adapters/kafka/connection/request-socket.ts'
import { mayBeWritten, remedyFor } from '#shared/adapters/kafka/produce/append-errors.ts'
import { errorOf } from '#shared/adapters/kafka/protocol/kafka-error.ts'

describe('errors of an append', () => {
  // Kafka protocol, "Error Codes".
  for (const [code, remedy, isWritten] of [
    [3, 'again', false],
    [6, 'again', false],
    [7, 'up', true],
    [10, 'smaller', false],
    [19, 'up', false],
    [20, 'up', true],
    [45, 'anew', false],
    [46, 'up', true],
    [47, 'anew', false],
    [59, 'anew', false],
    [87, 'up', false],
  ] as const) {
    it(`with code ${code}: sent ${remedy}, ${isWritten ? 'perhaps' : 'not'} written`, () => {
      const error = errorOf(code)
      expect([remedyFor(error), mayBeWritten(error)]).to.deep.equal([remedy, isWritten])
    })
  }

  it('without an answer: perhaps written, and sent again if the connection has ended', () => {
    const [ended, late] = [new ConnectionError('closed'), new Error('no answer in time')]
    expect([remedyFor(ended), mayBeWritten(ended)]).to.deep.equal(['again', true])
    expect([remedyFor(late), mayBeWritten(late)]).to.deep.equal(['up', true])
  })
})
