import { expect } from 'chai'
import { rebalances } from '#test/support/faults/rebalances.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'

describe('fetch processes that join and leave in the middle of a batch, on Kafka, Redis and MinIO', function () {
  this.timeout(240_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  after(endAllServices)

  it('repeat at most twice the work in progress of the moved partitions, and leave no page out', async () => {
    const seen = await rebalances({ ...kafka.env, ...redis.env, ...minio.env, ...postgres.env })
    expect(seen).to.have.length(3)
    for (const { change, pages, repeats, resumedMs, moved, partitions, inProgress } of seen) {
      // Those that were never requested would have been an error.
      reportFault({ fault: change, accepted: pages, lost: 0, repeated: repeats, recoveredMs: resumedMs })
      console.log(`      ${moved} of ${partitions} partitions moved, ${inProgress} pages in progress in them`)
    }
    for (const { change, repeats, moved, partitions, inProgress } of seen) {
      // A third is the share of one of three members; round robin moves two thirds.
      expect(moved, change).to.be.below((partitions * 2) / 3)
      expect(repeats, change).to.be.at.most(2 * inProgress)
    }
  })
})
