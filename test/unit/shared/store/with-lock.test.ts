import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { withLock } from '#shared/store/with-lock.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('withLock', () => {
  const store = sqliteResultStore({ database: openDatabase(':memory:') })
  after(() => store.close())

  it('lets works under one key run one after the other, and others beside them', async () => {
    const [order, held] = [[] as string[], Promise.withResolvers<void>()]
    const first = withLock(store, 'lock:a', async () => {
      await held.promise
      order.push('first')
    })
    const second = withLock(store, 'lock:a', async () => void order.push('second'))
    await withLock(store, 'lock:b', async () => void order.push('other'))
    held.resolve()
    await Promise.all([first, second])
    expect(order).to.deep.equal(['other', 'first', 'second'])
  })

  it('settles like the work, and frees the lock', async () => {
    const broken = withLock(store, 'lock:c', () => Promise.reject(new Error('broken')))
    expect(await rejectionOf(broken)).to.include({ message: 'broken' })
    expect(await withLock(store, 'lock:c', async () => 7)).to.equal(7)
  })
})
