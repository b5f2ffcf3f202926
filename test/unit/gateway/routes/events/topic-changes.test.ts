import { expect } from 'chai'
import { watchTopicChanges } from '#gateway/routes/events/topic-changes.ts'
import type { EventReader } from '#shared/ports/event-log.ts'

describe('changes of topics', () => {
  let notify: (topics: readonly string[] | 'all') => void
  let isWatched: boolean
  let stop: AbortController
  const reader = {
    watch(onChange: typeof notify) {
      notify = onChange
      isWatched = true
      return () => {
        isWatched = false
      }
    },
  } as EventReader
  const watch = () => watchTopicChanges(reader, ['a', 'b'], stop.signal)
  beforeEach(() => {
    stop = new AbortController()
  })

  it('are all topics at first, and are taken once', () => {
    const changes = watch()
    expect([changes.takeAll(), changes.takeAll()]).to.deep.equal([['a', 'b'], []])
  })

  it('are those that are named, none of other topics', () => {
    const changes = watch()
    changes.takeAll()
    notify(['b', 'c'])
    expect(changes.takeAll()).to.deep.equal(['b'])
    notify('all')
    expect(changes.takeAll()).to.deep.equal(['a', 'b'])
    changes.add('a')
    expect(changes.takeAll()).to.deep.equal(['a'])
  })

  it('end a wait, as its limit and an abort do', async () => {
    const changes = watch()
    changes.takeAll()
    const waited = changes.wait(60_000)
    notify(['a'])
    await waited
    expect(changes.takeAll()).to.deep.equal(['a'])
    await changes.wait(1)
    const aborted = changes.wait(60_000)
    stop.abort()
    await aborted
    await changes.wait(60_000)
    expect(changes.takeAll()).to.deep.equal([])
  })

  it('are not watched after the end', () => {
    watch().close()
    expect(isWatched).to.equal(false)
  })
})
