import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { expect } from 'chai'
import { MemoryBudget } from '#shared/async/memory-budget.ts'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { isHtml, sniffLength } from '#stages/fetch/http/message/media-type.ts'
import type { PageRequest } from '#stages/fetch/http/page-request.ts'
import { failureOf, loopbackClient, type Site, serve, userAgent } from '../loopback.ts'
import { pageOf } from './compressed-pages.ts'

const text = `<!doctype html><title>größe</title>${'<p>one two three</p>'.repeat(2000)}`
const page = Buffer.from(text)
/** More than the largest chunk of a stream. */
const larger = pageOf(130 * 1024)
const MEBIBYTE = 1_048_576

describe('readBody', () => {
  let site: Site
  let client: HttpClient
  const answers: Record<string, { coding?: string | string[]; type?: string; bytes: Buffer }> = {
    '/plain': { bytes: page },
    '/gzip': { coding: 'gzip', bytes: gzipSync(page) },
    '/x-gzip': { coding: 'X-GZIP', bytes: gzipSync(page) },
    '/deflate': { coding: 'deflate', bytes: deflateSync(page) },
    '/raw-deflate': { coding: 'deflate', bytes: deflateRawSync(page) },
    '/br': { coding: 'br', bytes: brotliCompressSync(page) },
    '/zstd': { coding: 'zstd', bytes: zstdCompressSync(page) },
    '/identity': { coding: 'identity', bytes: page },
    '/utf-8': { coding: 'utf-8', bytes: page },
    '/members': { coding: 'gzip', bytes: Buffer.concat([gzipSync(page), gzipSync('end')]) },
    '/gzip-br': { coding: 'gzip, br', bytes: brotliCompressSync(gzipSync(page)) },
    '/two-lines': { coding: ['deflate', 'gzip'], bytes: gzipSync(deflateRawSync(page)) },
    '/five': {
      coding: 'gzip,gzip,gzip,gzip,zstd',
      bytes: zstdCompressSync(gzipSync(gzipSync(gzipSync(gzipSync(page))))),
    },
    '/six': { coding: 'gzip,gzip,gzip,gzip,gzip,gzip', bytes: page },
    '/unknown': { coding: 'lzma', bytes: page },
    '/proto': { coding: '__proto__', bytes: page },
    '/empty-gzip': { coding: 'gzip', bytes: Buffer.alloc(0) },
    '/not-gzip': { coding: 'gzip', bytes: page },
    '/not-br': { coding: 'br', bytes: page },
    '/not-zstd': { coding: 'zstd', bytes: page },
    '/corrupt': { coding: 'gzip', bytes: Buffer.from(gzipSync(page)).fill(0xff, 60, 90) },
    '/cut': { coding: 'gzip', bytes: gzipSync(page).subarray(0, -20) },
    '/cut-header': { coding: 'gzip', bytes: gzipSync(page).subarray(0, 6) },
    '/large-gzip': { coding: 'gzip', bytes: gzipSync(larger) },
    '/large-br': { coding: 'br', bytes: brotliCompressSync(larger) },
    '/pdf': { type: 'text/html', bytes: Buffer.from('%PDF-1.7\n') },
    '/untyped-html': { type: '', bytes: page },
    '/untyped-short': { type: '', bytes: Buffer.from('<p>') },
    '/untyped-png': {
      type: '',
      bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(9000)]),
    },
    '/untyped-gzip': { type: '', coding: 'gzip', bytes: gzipSync(page) },
    '/star': { type: '*/*', bytes: page },
  }

  before(async () => {
    site = await serve(({ url = '' }, response) => {
      const { coding, type = 'text/html; charset=utf-8', bytes } = answers[url] ?? { bytes: page }
      if (coding) response.setHeader('content-encoding', coding)
      if (type) response.setHeader('content-type', type)
      response.end(bytes)
    })
    client = loopbackClient()
  })
  after(async () => {
    await client.close()
    await site.close()
  })
  const fetchPath = (path: string, options = {}) =>
    client.fetchPage({ url: `${site.origin}${path}`, userAgent, ...options })

  for (const path of [
    '/plain',
    '/gzip',
    '/x-gzip',
    '/deflate',
    '/raw-deflate',
    '/br',
    '/zstd',
    '/identity',
  ]) {
    it(`decodes the page of ${path}`, async () => {
      const { body, bodyBytes, truncated } = await fetchPath(path)
      expect(body.equals(page)).to.equal(true)
      expect({ bodyBytes, truncated }).to.deep.equal({ bodyBytes: page.length, truncated: false })
    })
  }

  for (const path of ['/gzip-br', '/two-lines', '/five']) {
    it(`undoes the stack of codings of ${path}, the last applied first`, async () => {
      expect((await fetchPath(path)).body.equals(page)).to.equal(true)
    })
  }

  it('returns a short compressed page as one chunk, and in several to a reader that may stop', async () => {
    const chunksOf = async (path: string, options: Partial<PageRequest> = {}) =>
      (await fetchPath(path, { asChunks: true, ...options })).chunks ?? []
    const one = await chunksOf('/large-gzip')
    expect(one.map((chunk) => chunk.equals(larger))).to.deep.equal([true])
    for (const some of [await chunksOf('/large-gzip', { overflow: 'cut' }), await chunksOf('/large-br')]) {
      expect(some).to.have.length.above(1)
      expect(Buffer.concat(some).equals(larger)).to.equal(true)
    }
  })

  it('ignores a charset in the place of a coding', async () => {
    expect((await fetchPath('/utf-8')).body.equals(page)).to.equal(true)
  })

  it('reads all members of a gzip file (RFC 1952, section 2.2)', async () => {
    expect((await fetchPath('/members')).body.toString()).to.equal(`${text}end`)
  })

  it('treats an empty body as empty, whatever its coding', async () => {
    expect(await fetchPath('/empty-gzip')).to.include({ bodyBytes: 0, truncated: false })
  })

  for (const path of [
    '/six',
    '/unknown',
    '/proto',
    '/not-gzip',
    '/not-br',
    '/not-zstd',
    '/corrupt',
    '/cut-header',
  ]) {
    it(`rejects ${path}`, async () => {
      const { code, details } = await failureOf(fetchPath(path))
      expect(code).to.equal('URL_UNREACHABLE')
      expect(details).to.deep.equal({
        url: `${site.origin}${path}`,
        reason: 'invalid_response',
        status_code: null,
      })
    })
  }

  it('returns the decoded start of a truncated stream, and marks it as truncated', async () => {
    const { body, truncated } = await fetchPath('/cut')
    expect(truncated).to.equal(true)
    expect(body.length).to.be.greaterThan(page.length / 2)
    expect(page.subarray(0, body.length).equals(body)).to.equal(true)
  })

  it('accepts a body of exactly the limit, and rejects one byte more', async () => {
    expect((await fetchPath('/gzip', { maxBytes: page.length })).bodyBytes).to.equal(page.length)
    const { code, details } = await failureOf(fetchPath('/gzip', { maxBytes: page.length - 1 }))
    expect(code).to.equal('RESPONSE_TOO_LARGE')
    expect(details).to.deep.equal({ url: `${site.origin}/gzip`, limit_bytes: page.length - 1 })
  })

  describe('beyond the memory for bodies', () => {
    const budget = { maxBytes: 4 * MEBIBYTE, tenantShare: 1, waitMs: 100, maxWaiting: 10 }
    const large = Buffer.alloc(4 * MEBIBYTE, 'x')
    let memory: MemoryBudget
    let small: HttpClient
    let stock: Site

    before(async () => {
      memory = new MemoryBudget(budget)
      small = loopbackClient({ memory, maxBytes: 10 * MEBIBYTE })
      stock = await serve((_request, response) => response.setHeader('content-type', 'text/html').end(large))
    })
    after(async () => {
      await small.close()
      await stock.close()
    })
    const fetchLarge = (more: Partial<PageRequest> = {}) =>
      small.fetchPage({ url: `${stock.origin}/large`, userAgent, ...more })

    it('rejects with SERVICE_UNAVAILABLE when no memory becomes free in time, and holds none afterwards', async () => {
      const other = memory.open('other')
      await other.resize(4 * MEBIBYTE)
      expect((await failureOf(fetchLarge())).code).to.equal('SERVICE_UNAVAILABLE')
      other.release()
      expect((await fetchLarge()).bodyBytes).to.equal(large.length)
      expect((await fetchLarge()).bodyBytes).to.equal(large.length)
    })

    it('holds the memory for its caller, in the chunks that arrived', async () => {
      const mine = memory.open('mine')
      const { chunks = [], body } = await fetchLarge({ memory: mine, asChunks: true })
      expect(Buffer.concat(chunks).equals(large)).to.equal(true)
      expect(body).to.have.length(0)
      expect((await failureOf(fetchLarge())).code).to.equal('SERVICE_UNAVAILABLE')
      mine.release()
      expect((await fetchLarge()).bodyBytes).to.equal(large.length)
    })
  })

  it('cuts a body at the limit on request', async () => {
    const { body, truncated } = await fetchPath('/gzip', { maxBytes: 1000, overflow: 'cut' })
    expect(truncated).to.equal(true)
    expect(body.equals(page.subarray(0, 1000))).to.equal(true)
  })

  it('does not sniff the bytes of a declared type', async () => {
    const { body, typeRejected } = await fetchPath('/pdf', { acceptContentType: isHtml })
    expect({ typeRejected, body: body.toString() }).to.deep.equal({ typeRejected: false, body: '%PDF-1.7\n' })
  })

  for (const path of ['/untyped-html', '/untyped-short', '/untyped-gzip', '/star']) {
    it(`sniffs ${path}, which declares no usable type`, async () => {
      const seen: number[] = []
      const acceptContentType = (type: string | null, bytes: Buffer) => {
        seen.push(bytes.length)
        return isHtml(type, bytes)
      }
      const { typeRejected, bodyBytes } = await fetchPath(path, { acceptContentType })
      expect(typeRejected).to.equal(false)
      expect(seen).to.deep.equal([Math.min(sniffLength, bodyBytes)])
    })
  }

  it('discards the body of a rejected type', async () => {
    const html = await fetchPath('/plain', { acceptContentType: () => false })
    const png = await fetchPath('/untyped-png', { acceptContentType: isHtml })
    for (const { typeRejected, body, status } of [html, png]) {
      expect({ typeRejected, bytes: body.length, status }).to.deep.equal({
        typeRejected: true,
        bytes: 0,
        status: 200,
      })
    }
    expect(png.contentType).to.equal(null)
  })

  it('rejects when the check of the type throws', async () => {
    const broken = () => {
      throw new Error('broken judge')
    }
    for (const path of ['/plain', '/untyped-gzip']) {
      const outcome = await fetchPath(path, { acceptContentType: broken }).catch(
        (error: Error) => error.message,
      )
      expect(outcome).to.equal('broken judge')
    }
  })

  it('stops reading an endless body at the type or at the limit', async () => {
    const endless = await serve((request, response) => {
      response.setHeader('content-type', request.url === '/zip' ? 'application/zip' : 'text/html')
      createReadStream('/dev/zero').pipe(response)
    })
    const zip = await client.fetchPage({ url: `${endless.origin}/zip`, userAgent, acceptContentType: isHtml })
    expect(zip.typeRejected).to.equal(true)
    const { code } = await failureOf(client.fetchPage({ url: `${endless.origin}/html`, userAgent }))
    expect(code).to.equal('RESPONSE_TOO_LARGE')
    await endless.close()
  })

  describe('against decompression bombs', () => {
    const zeros = Buffer.alloc(128 * MEBIBYTE)
    const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
    const gzipped = () => gzipSync(zeros, { level: 1 })
    const bombs: Record<string, { coding: string; bytes: () => Buffer }> = {
      '/gzip': { coding: 'gzip', bytes: gzipped },
      '/br': { coding: 'br', bytes: () => brotliCompressSync(zeros, fast) },
      '/zstd': { coding: 'zstd', bytes: () => zstdCompressSync(zeros) },
      '/stacked': { coding: 'gzip, br', bytes: () => brotliCompressSync(gzipped(), fast) },
    }

    for (const [path, { coding, bytes }] of Object.entries(bombs)) {
      it(`stops ${path} at the limit without holding more`, async () => {
        const bomb = bytes()
        const arena = await serve((_request, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding })
          Readable.from([bomb]).pipe(response)
        })
        const limitBytes = 50 * MEBIBYTE
        let peak = 0
        const before = process.memoryUsage().rss
        const watch = setInterval(() => {
          peak = Math.max(peak, process.memoryUsage().rss - before)
        }, 5)
        const { code, details } = await failureOf(
          client.fetchPage({ url: arena.origin, userAgent, maxBytes: limitBytes }),
        )
        clearInterval(watch)
        expect(bomb.length).to.be.lessThan(MEBIBYTE)
        expect(code).to.equal('RESPONSE_TOO_LARGE')
        expect(details).to.include({ limit_bytes: limitBytes })
        expect(peak).to.be.lessThan(3 * limitBytes)
        await arena.close()
      })
    }
  })
})
