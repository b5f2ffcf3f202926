import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Batch } from '#stages/batch/frontier/frontier.ts'
import { followOpenBatches } from '#stages/batch/sitemaps/follow-open-batches.ts'
import { batchNamed } from '#test/contract/frontier/batch-scene.ts'
import { errorLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('followOpenBatches', () => {
  const clock = driveClockInEachTest()

  it('has the sitemaps read of batches that are open here, also of later ones, and after failures', async () => {
    const { log, errors } = errorLog()
    const [early, late] = [batchNamed('early'), batchNamed('late')]
    const answers = [[early], unavailable('shard'), new Error('of another kind'), [early, late]]
    const read: Batch[] = []
    let looks = 0
    const stop = followOpenBatches({
      frontier: {
        async openBatches() {
          const answer = answers[Math.min(looks, answers.length - 1)] as Batch[] | Error
          looks += 1
          if (answer instanceof Error) throw answer
          return answer
        },
      },
      importer: { read: (batch) => void read.push(batch) },
      logger: log,
    })
    try {
      await clock.until(() => read.includes(early))
      await clock.until(() => read.includes(late))
    } finally {
      await stop()
    }
    expect(errors.map((line) => JSON.parse(line).err.message)).to.deep.equal(['of another kind'])
  })
})
