import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import sharp from 'sharp'
import { type DecoderProcess, startDecoderProcess } from '#stages/fetch/adapters/decoder/decoder-process.ts'
import { ImageRejected } from '#stages/fetch/images/image-decoder.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { root } from '#test/support/sandbox.ts'
import { childrenOf, descendantsOf, stillRunning } from '#test/support/service/processes.ts'
import { slowSvg } from '../../images/hostile-images.ts'

const noLimit = new AbortController().signal
const limits = { maxPixels: 50e6 }

/** Runs the program stages/fetch/adapters/decoder/decoder.worker.ts. */
describe('startDecoderProcess', () => {
  let decoder: DecoderProcess
  let pid: number
  async function start() {
    const known = childrenOf(process.pid, 'decoder.worker')
    decoder = await startDecoderProcess()
    pid = childrenOf(process.pid, 'decoder.worker').find((one) => !known.includes(one)) ?? 0
  }

  describe('while it runs', () => {
    before(start)
    after(() => decoder.end())

    it('decodes images: descriptions and thumbnails', async () => {
      const picture = { width: 300, height: 200, channels: 3, background: '#336699' } as const
      const body = await sharp({ create: picture }).png().toBuffer()
      const task = { body, format: 'png', limits, width: 30 } as const
      expect(await decoder.run({ ...task, kind: 'describe' }, noLimit)).to.deep.equal({
        width: 300,
        height: 200,
        dominantColor: '#336699',
      })
      const { body: thumbnail, ...sizes } = await decoder.run({ ...task, kind: 'thumbnail' }, noLimit)
      expect(sizes).to.deep.equal({ width: 30, height: 20, sourceWidth: 300, sourceHeight: 200 })
      expect(await sharp(thumbnail).metadata()).to.include({ format: 'webp', width: 30, height: 20 })
    })

    it('has no environment: no secret is where hostile files are read', () => {
      const names = readFileSync(`/proc/${pid}/environ`, 'latin1')
        .split('\0')
        .filter((line) => line !== '')
        .map((line) => line.split('=')[0])
      expect(names.filter((name) => !/^NODE_(CHANNEL|V8_COVERAGE)/.test(name ?? ''))).to.deep.equal([])
    })

    it('is the one that ends where memory runs out', () => {
      expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).to.equal('1000')
    })
  })

  it('ends at once when its parent is killed, also while it decodes', async () => {
    const program = 'stages/fetch/adapters/decoder/decoder-process.ts'
    const source = `
      setInterval(() => undefined, 1000)
      const { startDecoderProcess } = await import(${JSON.stringify(join(root, program))})
      const { slowSvg } = await import(${JSON.stringify(join(import.meta.dirname, '../../images/hostile-images.ts'))})
      const decoder = await startDecoderProcess()
      const task = { kind: 'describe', body: slowSvg(), format: 'svg', limits: { maxPixels: 50e6 }, width: 0 }
      decoder.run(task, new AbortController().signal)
      console.log('decodes')`
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(parent.stdout, 'data')
    const decoders = descendantsOf(parent.pid ?? 0)
    expect(decoders).to.have.length(1)
    parent.kill('SIGKILL')
    await eventually(() => stillRunning(decoders).length === 0)
  })

  it('ends at the abort of its task', async () => {
    await start()
    const task = { kind: 'describe', body: slowSvg(), format: 'svg', limits, width: 0 } as const
    const reason = new Error('enough')
    const aborting = new AbortController()
    const running = rejectionOf(decoder.run(task, aborting.signal))
    aborting.abort(reason)
    expect(await running).to.equal(reason)
    expect(decoder.isAlive).to.equal(false)
    await eventually(() => childrenOf(process.pid, 'decoder.worker').every((one) => one !== pid))
  })

  it('rejects the task of a process that ends over it', async () => {
    await start()
    const task = { kind: 'describe', body: slowSvg(), format: 'svg', limits, width: 0 } as const
    const running = rejectionOf(decoder.run(task, noLimit))
    process.kill(pid, 'SIGKILL')
    expect(await running).to.be.instanceOf(ImageRejected)
    expect(decoder.isAlive).to.equal(false)
  })
})
