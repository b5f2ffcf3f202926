import { expect } from 'chai'
import sharp from 'sharp'
import { TaskFailed } from '#shared/errors.ts'
import { run } from '#stages/fetch/images/decoder.worker.ts'
import {
  type DecoderTasks,
  ImageRejected,
  makeImageDecoder,
  SvgTooLarge,
} from '#stages/fetch/images/image-decoder.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const { signal } = new AbortController()
const limits = { maxSvgBytes: 200, maxPixels: 10_000, maxDecodes: 2 }
const description = { kind: 'describe', width: 0 } as const
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

describe('makeImageDecoder', () => {
  /** Runs each task in this process as soon as `release` is called. */
  function heldTasks() {
    const formats: string[] = []
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const tasks: DecoderTasks = {
      async run(task) {
        formats.push(task.format)
        await promise
        return run(task)
      },
    }
    return { tasks, formats, release }
  }

  it('finds the format by content', async () => {
    const { tasks, release } = heldTasks()
    release()
    const decode = makeImageDecoder(tasks, limits)
    const picture = { width: 30, height: 20, channels: 3, background: '#336699' } as const
    const body = await sharp({ create: picture }).gif().toBuffer()
    const expected = { width: 30, height: 20, dominantColor: '#336699', format: 'gif' }
    expect(await decode(body, description, signal)).to.deep.equal(expected)
  })

  it('rejects what is no image, and an SVG that is too long, before any process gets it', async () => {
    const { tasks, formats } = heldTasks()
    const decode = makeImageDecoder(tasks, limits)
    const html = Buffer.from('<!doctype html><svg></svg>')
    expect(await rejectionOf(decode(html, description, signal))).to.be.instanceOf(ImageRejected)
    const long = Buffer.concat([svg, Buffer.alloc(201 - svg.length, ' ')])
    expect(await rejectionOf(decode(long, description, signal))).to.be.instanceOf(SvgTooLarge)
    expect(formats).to.deep.equal([])
  })

  it('rejects an image over which a process ended, and passes on any other failure', async () => {
    const failing = (error: Error) => makeImageDecoder({ run: () => Promise.reject(error) }, limits)
    const ended = await rejectionOf(failing(new TaskFailed('the process ended'))(svg, description, signal))
    expect(ended).to.be.instanceOf(ImageRejected).and.include({ message: 'the process ended' })
    const outage = new Error('no process')
    expect(await rejectionOf(failing(outage)(svg, description, signal))).to.equal(outage)
  })

  it('decodes one SVG at a time, and other images besides, up to their limit', async () => {
    const { tasks, formats, release } = heldTasks()
    const decode = makeImageDecoder(tasks, limits)
    const picture = { width: 3, height: 2, channels: 3, background: '#336699' } as const
    const png = await sharp({ create: picture }).png().toBuffer()
    const all = [svg, svg, svg, png, png, png].map((body) => decode(body, description, signal))
    await new Promise(setImmediate)
    expect(formats).to.deep.equal(['svg', 'png', 'png'])
    release()
    expect(await Promise.all(all)).to.have.length(6)
  })
})
