import { expect } from 'chai'
import { type Rebalance, rebalances } from '#test/support/faults/rebalances.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'

describe('fetch processes that come and go in the middle of a batch, on Kafka, Redis and MinIO', function () {
  this.timeout(240_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  after(endAllServices)

  it('repeat at most twice what was in hand in the partitions that moved, and leave no page out', async () => {
    const seen: Rebalance[] = []
    await rebalances({ ...kafka.env, ...redis.env, ...minio.env }, (one) => {
      const { change, partitions, moved, inProgress, repeats } = one
      console.log(
        `      ${change}: ${moved} of ${partitions} moved, ${inProgress} in hand, ${repeats} repeats`,
      )
      seen.push(one)
    })
    for (const { change, partitions, moved, inProgress, repeats } of seen) {
      // A third of them is a member's share of three; round robin moves two thirds.
      expect(moved, change).to.be.below((partitions * 2) / 3)
      expect(repeats, change).to.be.at.most(2 * inProgress)
    }
  })
})
