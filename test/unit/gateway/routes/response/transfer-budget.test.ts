import { expect } from 'chai'
import { makeTransferBudget } from '#gateway/routes/response/transfer-budget.ts'

const KIB = 1024
const isRejected = (begin: () => unknown) =>
  expect(begin).to.throw().with.property('code', 'SERVICE_UNAVAILABLE')

describe('transfer-budget', () => {
  it('rejects transfers beyond the budget until one has ended', () => {
    const transfers = makeTransferBudget(1024 * KIB)
    const ends = ['a', 'b', 'c', 'd'].map((client) => transfers.acquire(client, 20_000 * KIB))
    isRejected(() => transfers.acquire('e', 1))
    ends[0]?.()
    transfers.acquire('e', 256 * KIB)
    isRejected(() => transfers.acquire('f', 1))
  })

  it('gives one client half at most', () => {
    const transfers = makeTransferBudget(1024 * KIB)
    const ends = [1, 2].map(() => transfers.acquire('a', 256 * KIB))
    isRejected(() => transfers.acquire('a', 1))
    transfers.acquire('b', 256 * KIB)
    for (const end of ends) end()
    transfers.acquire('a', 512 * KIB)
  })

  it('charges small objects their size', () => {
    const transfers = makeTransferBudget(1024 * KIB)
    for (let count = 0; count < 512; count++) transfers.acquire('a', KIB)
    isRejected(() => transfers.acquire('a', KIB))
  })
})
