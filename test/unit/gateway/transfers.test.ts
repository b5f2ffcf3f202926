import { expect } from 'chai'
import { makeTransfers } from '#gateway/transfers.ts'

const KIB = 1024
const isRefused = (begin: () => unknown) =>
  expect(begin).to.throw().with.property('code', 'SERVICE_UNAVAILABLE')

describe('transfers', () => {
  it('are refused when all of them would take more than they may, and not any more when one has ended', () => {
    const transfers = makeTransfers(1024 * KIB)
    const ends = ['a', 'b', 'c', 'd'].map((client) => transfers.begin(client, 20_000 * KIB))
    isRefused(() => transfers.begin('e', 1))
    ends[0]?.()
    transfers.begin('e', 256 * KIB)
    isRefused(() => transfers.begin('f', 1))
  })

  it('of one client take half at most', () => {
    const transfers = makeTransfers(1024 * KIB)
    const ends = [1, 2].map(() => transfers.begin('a', 256 * KIB))
    isRefused(() => transfers.begin('a', 1))
    transfers.begin('b', 256 * KIB)
    for (const end of ends) end()
    transfers.begin('a', 512 * KIB)
  })

  it('of small objects take what these have', () => {
    const transfers = makeTransfers(1024 * KIB)
    for (let count = 0; count < 512; count++) transfers.begin('a', KIB)
    isRefused(() => transfers.begin('a', KIB))
  })
})
