import { expect } from 'chai'
import { rebalances } from '#test/support/faults/rebalances.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'

describe('fetch processes that join and leave in the middle of a batch, on Kafka, Redis and MinIO', function () {
  this.timeout(240_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  after(endAllServices)

  it('repeat at most twice the work in progress of the moved partitions, and leave no page out', async () => {
    const seen = await rebalances({ ...kafka.env, ...redis.env, ...minio.env })
    expect(seen).to.have.length(3)
    for (const { change, partitions, moved, inProgress, repeats } of seen) {
      console.log(
        `      ${change}: ${moved} of ${partitions} moved, ${inProgress} in progress, ${repeats} repeats`,
      )
      // A third is the share of one of three members; round robin moves two thirds.
      expect(moved, change).to.be.below((partitions * 2) / 3)
      expect(repeats, change).to.be.at.most(2 * inProgress)
    }
  })
})
