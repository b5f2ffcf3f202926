import { expect } from 'chai'
import { watchPartitionChanges } from '#gateway/routes/events/partition-changes.ts'
import type { ChangedPartitions, EventReader, TopicPartition } from '#shared/ports/event-log.ts'

const at = (topic: string, partition = 0): TopicPartition => ({ topic, partition })
const all = [at('a'), at('b', 0), at('b', 1)]

describe('changes of partitions', () => {
  let notify: (changed: ChangedPartitions) => void
  let watched: readonly string[] | null
  let stop: AbortController
  const reader: Pick<EventReader, 'watch'> = {
    watch(topics, onChange) {
      notify = onChange
      watched = topics
      return () => {
        watched = null
      }
    },
  }
  const counts = new Map([
    ['a', 1],
    ['b', 2],
  ])
  const watch = () => watchPartitionChanges(reader as EventReader, counts, stop.signal)
  beforeEach(() => {
    stop = new AbortController()
  })

  it('are all partitions at first, and are taken once', () => {
    const changes = watch()
    expect(watched).to.deep.equal(['a', 'b'])
    expect([changes.takeAll(), changes.takeAll()]).to.deep.equal([all, []])
  })

  it('are those that are named, each once, also new ones', () => {
    const changes = watch()
    changes.takeAll()
    notify([at('b', 1)])
    notify([at('b', 1), at('a', 1)])
    expect(changes.takeAll()).to.deep.equal([at('b', 1), at('a', 1)])
    notify('all')
    expect(changes.takeAll()).to.deep.equal([...all, at('a', 1)])
    changes.add(at('a'))
    expect(changes.takeAll()).to.deep.equal([at('a')])
  })

  it('end a wait, as its limit and an abort do', async () => {
    const changes = watch()
    changes.takeAll()
    const waited = changes.wait(60_000)
    notify([at('a')])
    await waited
    expect(changes.takeAll()).to.deep.equal([at('a')])
    await changes.wait(1)
    const aborted = changes.wait(60_000)
    stop.abort()
    await aborted
    await changes.wait(60_000)
    expect(changes.takeAll()).to.deep.equal([])
  })

  it('are not watched after the end', () => {
    watch().close()
    expect(watched).to.equal(null)
  })
})
