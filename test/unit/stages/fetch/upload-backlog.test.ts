import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { makeUploadBacklog } from '#stages/fetch/upload-backlog.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const never = new AbortController().signal

describe('makeUploadBacklog', () => {
  const clock = driveClockInEachTest()

  /** A store that answers when the test says so. */
  function stored() {
    const answers: (() => void)[] = []
    return { answers, put: () => new Promise<void>((resolve) => answers.push(resolve)) }
  }
  const MIB = 1024 * 1024
  const bytes = (length: number) => Buffer.alloc(length)
  const hasRoom = async (held: ReturnType<typeof makeUploadBacklog>) =>
    Promise.race([held.waitForCapacity(never).then(() => true), turn(false)])

  it('lets fetches continue until too many bytes wait, and again once the store has one', async () => {
    const held = makeUploadBacklog(6 * MIB)
    const { answers, put } = stored()
    const begin = (length: number) => held.counted(put)('bodies/x', bytes(length), 'text/html')
    const puts = [begin(3 * MIB), begin(2 * MIB)]
    expect(await hasRoom(held)).to.equal(true)
    puts.push(begin(MIB))
    expect(await hasRoom(held)).to.equal(false)
    const waiting = held.waitForCapacity(never)
    answers[2]?.()
    await clock.run(waiting)
    expect(await hasRoom(held)).to.equal(true)
    for (const answer of answers) answer()
    await Promise.all(puts)
  })

  it('is empty once the store has accepted or refused the bodies', async () => {
    const held = makeUploadBacklog(1)
    await held.counted(async () => {})('bodies/x', [bytes(MIB), bytes(MIB)], 'text/html')
    const refused = held.counted(async () => Promise.reject(new Error('refused')))
    expect(await refused('bodies/x', bytes(MIB), 'text/html').catch((error) => error.message)).to.equal(
      'refused',
    )
    expect(await hasRoom(held)).to.equal(true)
  })

  it('rejects a wait whose signal aborts', async () => {
    const held = makeUploadBacklog(1)
    const { put } = stored()
    void held.counted(put)('bodies/x', bytes(MIB), 'text/html')
    expect(await hasRoom(held)).to.equal(false)
    const waiting = rejectionOf(held.waitForCapacity(AbortSignal.timeout(20)))
    expect(await clock.run(waiting)).to.include({ name: 'AbortError' })
  })
})
