import { expect } from 'chai'
import { groupRequests } from '#shared/adapters/kafka/connection/group-requests.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

/** Kafka protocol, "Error Codes". */
const [REBALANCE, MEMBER_ID_REQUIRED] = [27, 79]

describe('groupRequests', () => {
  const sent: [api: string, options: object][] = []
  const answering = (answer: object) =>
    groupRequests(async (api, options) => {
      sent.push([api, options])
      return answer as never
    })
  const member = { groupId: 'g', memberId: 'm', generationId: 3 }
  const place = { topic: 't', partition: 1 }
  beforeEach(() => {
    sent.length = 0
  })

  it('tell a member that has only got its id', async () => {
    const request = { groupId: 'g', memberId: '', sessionTimeoutMs: 1, rebalanceTimeoutMs: 2, protocols: [] }
    const joined = await answering({ errorCode: MEMBER_ID_REQUIRED, memberId: 'm' }).joinGroup(request)
    expect(joined).to.include({ isIdOnly: true, memberId: 'm' })
    expect(sent[0]?.[1]).to.include({ sessionTimeout: 1, rebalanceTimeout: 2, protocolType: 'consumer' })
  })

  it('commit with generation and metadata, and reject with the error of a partition', async () => {
    const answer = (errorCode: number) => ({
      responses: [{ topic: 't', partitions: [{ partition: 1, errorCode }] }],
    })
    const position = { ...place, offset: 5, metadata: 'x' }
    await answering(answer(0)).commitOffsets(member, [position])
    const partitions = [{ partition: 1, offset: '5', metadata: 'x' }]
    const topics = [{ topic: 't', partitions }]
    expect(sent).to.deep.equal([
      ['OffsetCommit', { groupId: 'g', memberId: 'm', groupGenerationId: 3, topics }],
    ])
    const refused = answering(answer(REBALANCE)).commitOffsets(member, [position])
    expect(await rejectionOf(refused)).to.include({ type: 'REBALANCE_IN_PROGRESS' })
  })

  it('read commits', async () => {
    const partitions = [{ partition: 1, errorCode: 0, offset: '-1', metadata: null }]
    const fetched = await answering({ errorCode: 0, responses: [{ topic: 't', partitions }] }).fetchOffsets(
      'g',
      [place],
    )
    expect(fetched).to.deep.equal([{ ...place, offset: -1, metadata: '' }])
  })
})
