import { expect } from 'chai'
import { parseEventsQuery } from '#gateway/routes/events/query.ts'
import { encodeCursor } from '#gateway/routes/events/stream-cursor.ts'
import { eventTopics } from '#shared/messages/topics.ts'

const problem = (query: string, lastEventId = '') => {
  try {
    parseEventsQuery(query, lastEventId)
  } catch (error) {
    return (error as { details: unknown }).details
  }
  throw new Error('no error')
}

describe('query of GET /events', () => {
  it('has defaults: all topics from the oldest event on, following', () => {
    expect(parseEventsQuery('', '')).to.deep.equal({
      topics: eventTopics,
      from: 'oldest',
      isFollowing: true,
    })
  })
  it('selects topics by name and by prefix, in one order, each once', () => {
    const { topics } = parseEventsQuery('topics=result.metadata,%20result.m*,inspection.failed', '')
    expect(topics).to.have.members(['result.metadata', 'inspection.failed'])
    expect(parseEventsQuery('topics=result.*', '').topics).to.have.length(5)
  })
  it('begins at the end or behind an event; Last-Event-ID wins', () => {
    const cursor = encodeCursor(new Map([['result.metadata', [3]]]))
    expect(parseEventsQuery('after=end', '').from).to.equal('end')
    expect(parseEventsQuery('after=end', cursor).from).to.deep.equal(
      parseEventsQuery(`after=${cursor}`, '').from,
    )
  })
  it('may end where the log ends', () =>
    expect(parseEventsQuery('follow=false', '').isFollowing).to.equal(false))

  for (const [query, parameter] of [
    ['topic=x', 'topic'],
    ['follow=true&follow=true', 'follow'],
    ['follow=yes', 'follow'],
    ['topics=result.none', 'topics'],
    ['topics=', 'topics'],
    ['after=here', 'after'],
  ] as const) {
    it(`rejects ${query}`, () => expect(problem(query)).to.include({ parameter }))
  }
  it('rejects a Last-Event-ID that is no cursor', () =>
    expect(problem('', 'x')).to.include({ parameter: 'after' }))
})
