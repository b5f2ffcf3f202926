import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { ImageRejected, SvgTooLarge } from '#stages/fetch/images/image-decoder.ts'
import { type MakeThumbnailOptions, makeThumbnails } from '#stages/fetch/images/make-thumbnail.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const limits = { maxBytes: 1000, maxSvgBytes: 300, timeoutMs: 8000, maxConcurrent: 2, maxWaiting: 3 }
const context = { deadlineMs: 9000, signal: new AbortController().signal }
const page = { status: 200, contentType: 'image/png', body: Buffer.from('png') }
const made = { body: Uint8Array.of(7), width: 30, height: 20, sourceWidth: 300, sourceHeight: 200 }

function making({ limits: more = {}, ...options }: Record<string, unknown> = {}) {
  return makeThumbnails({
    download: async () => page,
    decode: (async () => ({ ...made, format: 'png' })) as unknown as MakeThumbnailOptions['decode'],
    ...options,
    limits: { ...limits, ...(more as object) },
  })
}
const failing = (error: unknown) => ({ decode: () => Promise.reject(error) })
const never = () => new Promise<never>(() => {})
/** Never answers, until it is aborted. */
const silent = (_url: string, { signal }: { signal: AbortSignal }) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('makeThumbnails', () => {
  it('downloads within the limits and returns what the decoder makes', async () => {
    const downloads: unknown[][] = []
    const decodes: unknown[][] = []
    const thumbnail = making({
      download: async (...call: unknown[]) => {
        downloads.push(call)
        return page
      },
      decode: async (...call: unknown[]) => {
        decodes.push(call)
        return { ...made, format: 'png' }
      },
    })
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    expect(await thumbnail('u', 30, { ...context, traceparent })).to.deep.equal({
      image: { ...made, contentType: 'image/webp' },
      failure: null,
    })
    expect(downloads[0]?.[0]).to.equal('u')
    expect(downloads[0]?.[1]).to.include({ maxBytes: 1000, timeoutMs: 8000, traceparent })
    expect(decodes[0]?.slice(0, 2)).to.deep.equal([page.body, { kind: 'thumbnail', width: 30 }])
  })

  it('answers with the failure of the download, unchanged', async () => {
    const details = { url: 'u', reason: 'port_not_allowed' }
    const download = () => Promise.reject(new Failure('INVALID_URL', 'no', { details }))
    expect(await making({ download })('u', 30, context)).to.deep.equal({
      image: null,
      failure: { code: 'INVALID_URL', message: 'no', details },
    })
  })

  for (const status of [301, 304, 404, 500]) {
    it(`answers URL_UNREACHABLE when the target answers ${status}, whatever its body`, async () => {
      const { failure } = await making({ download: async () => ({ ...page, status }) })('u', 30, context)
      expect(failure?.code).to.equal('URL_UNREACHABLE')
      expect(failure?.details).to.deep.equal({ url: 'u', reason: 'http_error', status_code: status })
    })
  }

  it('answers UNSUPPORTED_CONTENT, with the type that was sent, for what cannot be decoded', async () => {
    const { failure } = await making(failing(new ImageRejected('VipsJpeg: /secret/path')))('u', 30, context)
    expect(failure).to.deep.equal({
      code: 'UNSUPPORTED_CONTENT',
      message: 'The target is not an image that can be decoded',
      details: { url: 'u', content_type: 'image/png' },
    })
  })

  it('answers RESPONSE_TOO_LARGE with the limit of an SVG', async () => {
    const { failure } = await making(failing(new SvgTooLarge()))('u', 30, context)
    expect(failure?.code).to.equal('RESPONSE_TOO_LARGE')
    expect(failure?.details).to.deep.equal({ url: 'u', limit_bytes: 300 })
  })

  it('answers TIMEOUT when download or decoding take too long', async () => {
    for (const slow of [{ download: silent }, { decode: never }]) {
      const { failure } = await making({ ...slow, limits: { timeoutMs: 50 } })('u', 30, context)
      expect(failure?.code).to.equal('TIMEOUT')
      expect(failure?.details).to.deep.equal({ url: 'u', timeout_ms: 50 })
    }
  })

  it('takes the time that the caller has, when that is less', async () => {
    const thumbnail = making({ download: silent })
    const { failure } = await thumbnail('u', 30, { ...context, deadlineMs: 40.7 })
    expect(failure?.details).to.deep.equal({ url: 'u', timeout_ms: 40 })
  })

  it('rejects when there is no decoder, and on errors that nobody expected', async () => {
    const away = new Failure('SERVICE_UNAVAILABLE', 'away')
    expect(await rejectionOf(making(failing(away))('u', 30, context))).to.equal(away)
    const bug = new TypeError('bug')
    expect(await rejectionOf(making(failing(bug))('u', 30, context))).to.equal(bug)
  })

  it('makes a limited number at a time, lets some wait, and rejects more at once', async () => {
    let open = 0
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const thumbnail = making({
      download: async () => {
        open++
        await promise
        return page
      },
    })
    const accepted = Array.from({ length: 5 }, () => thumbnail('u', 30, context))
    expect(await rejectionOf(thumbnail('u', 30, context))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(open).to.equal(2)
    release()
    for (const { image } of await Promise.all(accepted)) expect(image).to.include({ width: 30 })
    expect((await thumbnail('u', 30, context)).image).to.include({ width: 30 })
  })

  it('rejects one that waited for others all its time: its target did nothing wrong', async () => {
    const thumbnail = making({ download: never, limits: { maxConcurrent: 1, timeoutMs: 80 } })
    const first = thumbnail('u', 30, context)
    const second = rejectionOf(thumbnail('v', 30, { ...context, deadlineMs: 40 }))
    expect(await second).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect((await first).failure?.code).to.equal('TIMEOUT')
  })

  it('rejects with the reason of a caller that leaves', async () => {
    const leaving = new AbortController()
    const running = rejectionOf(making({ download: silent })('u', 30, { ...context, signal: leaving.signal }))
    leaving.abort(new Error('left'))
    expect((await running) as Error).to.include({ message: 'left' })
  })
})
