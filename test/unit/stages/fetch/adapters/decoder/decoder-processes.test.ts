import { expect } from 'chai'
import sharp from 'sharp'
import {
  type DecoderProcesses,
  makeDecoderProcesses,
} from '#stages/fetch/adapters/decoder/decoder-processes.ts'
import type { DecoderTask } from '#stages/fetch/images/decoder-program.ts'
import { ImageRejected } from '#stages/fetch/images/image-decoder.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { childrenOf } from '#test/support/service/processes.ts'
import { slowSvg } from '../../images/hostile-images.ts'

const noLimit = new AbortController().signal
const limits = { maxPixels: 50e6 }
const blue = { width: 30, height: 20, dominantColor: '#336699' }

describe('makeDecoderProcesses', () => {
  let task: DecoderTask<'describe'>
  let known: number[]
  let processes: DecoderProcesses
  before(async () => {
    const picture = { width: 30, height: 20, channels: 3, background: '#336699' } as const
    const body = await sharp({ create: picture }).png().toBuffer()
    task = { kind: 'describe', body, format: 'png', limits, width: 0 }
  })
  beforeEach(() => {
    known = allIds()
    processes = makeDecoderProcesses({ idleMs: 60_000 })
  })
  afterEach(() => processes.close())

  function allIds(): number[] {
    return childrenOf(process.pid, 'decoder.worker')
  }
  const ids = () => allIds().filter((pid) => !known.includes(pid))

  it('runs one task after the other in one process, and tasks at the same time in several', async () => {
    expect(ids()).to.deep.equal([])
    for (let count = 0; count < 5; count++) expect(await processes.run(task, noLimit)).to.deep.equal(blue)
    expect(ids()).to.have.length(1)
    const many = await Promise.all(Array.from({ length: 3 }, () => processes.run(task, noLimit)))
    expect(many).to.deep.equal([blue, blue, blue])
    expect(ids()).to.have.length(3)
  })

  it('rejects with the message of the decoder, and continues with the process', async () => {
    const broken = { ...task, body: Buffer.from('no image') }
    const error = await rejectionOf(processes.run(broken, noLimit))
    expect(error).to.be.instanceOf(ImageRejected)
    expect((error as Error).message).to.match(/unsupported image format/)
    const [before] = ids()
    expect(await processes.run(task, noLimit)).to.deep.equal(blue)
    expect(ids()).to.deep.equal([before])
  })

  it('ends the process of a task that takes too long at once', async () => {
    await processes.run(task, noLimit)
    const slow = { ...task, body: slowSvg(), format: 'svg' } as const
    const error = await rejectionOf(processes.run(slow, AbortSignal.timeout(300)))
    expect((error as Error).name).to.equal('TimeoutError')
    await eventually(() => ids().length === 0)
    expect(await processes.run(task, noLimit)).to.deep.equal(blue)
  })

  it('rejects a task whose process crashes, and no other', async () => {
    await processes.run(task, noLimit)
    const [pid = 0] = ids()
    const slow = processes.run({ ...task, body: slowSvg(), format: 'svg' }, noLimit)
    const other = processes.run(task, noLimit)
    process.kill(pid, 'SIGSEGV')
    expect(await rejectionOf(slow)).to.be.instanceOf(ImageRejected)
    expect(await other).to.deep.equal(blue)
  })

  it('starts no process for a task that was aborted before', async () => {
    expect(await rejectionOf(processes.run(task, AbortSignal.abort()))).to.include({ name: 'AbortError' })
    expect(ids()).to.deep.equal([])
  })

  it('keeps a process that started too slowly for its task', async () => {
    expect(await rejectionOf(processes.run(task, AbortSignal.timeout(1)))).to.include({
      name: 'TimeoutError',
    })
    expect(ids()).to.have.length(1)
  })

  it('ends a process that has no task for a while', async () => {
    const short = makeDecoderProcesses({ idleMs: 50 })
    await short.run(task, noLimit)
    await eventually(() => ids().length === 0)
    expect(await short.run(task, noLimit)).to.deep.equal(blue)
    short.close()
  })

  it('ends all processes when it closes, and starts none after that', async () => {
    await processes.run(task, noLimit)
    processes.close()
    await eventually(() => ids().length === 0)
    expect(await rejectionOf(processes.run(task, noLimit))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })
})
