import { expect } from 'chai'
import { makeTransferBudget } from '#gateway/routes/response/transfer-budget.ts'

const KIB = 1024
const isRefused = (begin: () => unknown) =>
  expect(begin).to.throw().with.property('code', 'SERVICE_UNAVAILABLE')

describe('transfer-budget', () => {
  it('are refused when all of them would take more than they may, and not any more when one has ended', () => {
    const transfers = makeTransferBudget(1024 * KIB)
    const ends = ['a', 'b', 'c', 'd'].map((client) => transfers.acquire(client, 20_000 * KIB))
    isRefused(() => transfers.acquire('e', 1))
    ends[0]?.()
    transfers.acquire('e', 256 * KIB)
    isRefused(() => transfers.acquire('f', 1))
  })

  it('of one client take half at most', () => {
    const transfers = makeTransferBudget(1024 * KIB)
    const ends = [1, 2].map(() => transfers.acquire('a', 256 * KIB))
    isRefused(() => transfers.acquire('a', 1))
    transfers.acquire('b', 256 * KIB)
    for (const end of ends) end()
    transfers.acquire('a', 512 * KIB)
  })

  it('of small objects take what these have', () => {
    const transfers = makeTransferBudget(1024 * KIB)
    for (let count = 0; count < 512; count++) transfers.acquire('a', KIB)
    isRefused(() => transfers.acquire('a', KIB))
  })
})
