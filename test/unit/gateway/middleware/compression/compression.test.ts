import { request } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import zlib, { brotliDecompressSync, createGunzip, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import type { Context } from 'koa'
import { compression } from '#gateway/middleware/compression.ts'
import { httpCall } from '../../support/http-call.ts'
import { type SmallApp, serveApp } from '../../support/serve-app.ts'

const decompress = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync } as const

describe('compression', () => {
  let app: SmallApp
  let answer: (context: Context) => void
  before(async () => {
    app = await serveApp(compression({ cacheBytes: 1_000_000 }), (context) => answer(context))
  })
  after(() => app.close())

  const text = (length: number) => 'a'.repeat(length)
  const get = (acceptEncoding?: string, method = 'GET') =>
    httpCall(app.url, '/', {
      method,
      headers: acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding },
    })

  it('sends the same bytes for the same cached answer, and others for another', async () => {
    for (const name of ['a', 'a', 'b', 'a']) {
      answer = (context) => {
        context.state.cached = true
        context.type = 'application/json'
        context.body = JSON.stringify({ text: name.repeat(5000) })
      }
      const { headers, body } = await get('gzip')
      expect(headers).to.include({ 'content-encoding': 'gzip', 'content-length': String(body.length) })
      expect(JSON.parse(gunzipSync(body).toString())).to.deep.equal({ text: name.repeat(5000) })
    }
  })

  it('compresses cached answers again only when they have left its cache', async () => {
    const { gzip } = zlib
    const compressed: string[] = []
    zlib.gzip = Object.assign((...requested: Parameters<typeof gzip>) => {
      compressed.push(String(requested[0]).charAt(0))
      gzip(...requested)
    }, gzip)
    // Two bytes a character, and less than 100 of each compressed form: two texts fit.
    const small = await serveApp(compression({ cacheBytes: 2 * (2 * 5004 + 100) }), (context) => {
      context.state.cached = true
      context.type = 'text/plain'
      context.body = context.path.slice(1).repeat(5000)
    })
    try {
      for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) {
        await httpCall(small.url, `/${name}`, { headers: { 'Accept-Encoding': 'gzip' } })
      }
    } finally {
      zlib.gzip = gzip
      small.close()
    }
    // `c` takes the place of `b`, which was used least recently.
    expect(compressed.join('')).to.equal('abcb')
  })

  it('compresses a buffer once in each coding', async () => {
    const document = Buffer.from(text(5000))
    answer = (context) => {
      context.type = 'application/json'
      context.body = document
    }
    const { brotliCompress } = zlib
    let calls = 0
    zlib.brotliCompress = Object.assign((...requested: Parameters<typeof brotliCompress>) => {
      calls++
      brotliCompress(...requested)
    }, brotliCompress)
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, () => get('br')))
      for (const { body } of answers) expect(brotliDecompressSync(body).equals(document)).to.equal(true)
      expect(gunzipSync((await get('gzip')).body).equals(document)).to.equal(true)
    } finally {
      zlib.brotliCompress = brotliCompress
    }
    expect(calls).to.equal(1)
  })

  for (const coding of ['br', 'gzip', 'zstd'] as const) {
    it(`uses the requested coding: ${coding}`, async () => {
      answer = (context) => {
        context.body = { text: text(5000) }
      }
      const { headers, body } = await get(coding)
      expect(headers).to.include({
        'content-encoding': coding,
        vary: 'Accept-Encoding',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(body.length),
      })
      expect(JSON.parse(decompress[coding](body).toString())).to.deep.equal({ text: text(5000) })
    })
  }

  it('does not compress up to 1,024 bytes', async () => {
    for (const [length, coding] of [
      [1024, undefined],
      [1025, 'gzip'],
    ] as const) {
      answer = (context) => {
        context.body = text(length)
      }
      const { headers } = await get('gzip')
      expect([headers['content-encoding'], headers.vary]).to.deep.equal([coding, 'Accept-Encoding'])
    }
  })

  it('counts bytes, not characters', async () => {
    answer = (context) => {
      context.body = 'ä'.repeat(600)
    }
    expect((await get('gzip')).headers['content-encoding']).to.equal('gzip')
  })

  for (const acceptEncoding of [
    undefined,
    '',
    'identity;q=0',
    'nonsense, identity;q=0',
    '*;q=0',
    'deflate',
  ]) {
    it(`does not compress for a client that accepts none of the codings: ${acceptEncoding}`, async () => {
      answer = (context) => {
        context.body = { text: text(5000) }
      }
      const { status, headers, json } = await get(acceptEncoding)
      expect([status, headers['content-encoding'], headers.vary]).to.deep.equal([
        200,
        undefined,
        'Accept-Encoding',
      ])
      expect(json().text).to.have.length(5000)
    })
  }

  it('sends the same headers for HEAD as for GET', async () => {
    answer = (context) => {
      context.body = { text: text(5000) }
    }
    const [get1, head] = await Promise.all([get('br'), get('br', 'HEAD')])
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary']) {
      expect(head.headers[name], name).to.equal(get1.headers[name])
    }
    expect(head.body).to.have.length(0)
  })

  it('makes a strong ETag weak and keeps that of an uncompressed answer', async () => {
    answer = (context) => {
      context.set('ETag', '"v1"')
      context.body = text(5000)
    }
    expect((await get('gzip')).headers.etag).to.equal('W/"v1"')
    expect((await get()).headers.etag).to.equal('"v1"')
  })

  it('accepts the ETag that it sent', async () => {
    answer = (context) => {
      context.set('ETag', '"v1"')
      context.status = 200
      if (context.fresh) context.status = 304
      else context.body = text(5000)
    }
    const headers = { 'Accept-Encoding': 'gzip', 'If-None-Match': 'W/"v1"' }
    const { status, headers: got, body } = await httpCall(app.url, '/', { headers })
    expect([status, got.vary, got['content-encoding'], body.length]).to.deep.equal([
      304,
      'Accept-Encoding',
      undefined,
      0,
    ])
  })

  const untouched: Record<string, (context: Context) => void> = {
    'an image': (context) => {
      context.type = 'image/png'
      context.body = Buffer.alloc(5000)
    },
    'what is compressed already': (context) => {
      context.set('Content-Encoding', 'gzip')
      context.type = 'application/json'
      context.body = Buffer.alloc(5000)
    },
    'what must not be changed': (context) => {
      context.set('Cache-Control', 'public, no-transform')
      context.body = text(5000)
    },
    'a part of something': (context) => {
      context.status = 206
      context.set('Content-Range', 'bytes 0-4999/10000')
      context.type = 'text/plain'
      context.body = text(5000)
    },
  }
  for (const [what, handler] of Object.entries(untouched)) {
    it(`does not compress ${what}`, async () => {
      answer = handler
      const { headers, body } = await get('gzip, br')
      expect(headers['content-encoding']).not.to.equal('br')
      expect(headers.vary).to.equal(undefined)
      expect(body).to.have.length(5000)
    })
  }

  it('sets no header without content', async () => {
    answer = (context) => {
      context.status = 204
    }
    const { status, headers } = await get('gzip')
    expect([status, headers['content-encoding'], headers['content-length']]).to.deep.equal([
      204,
      undefined,
      undefined,
    ])
  })

  it('sends each chunk of a stream when it comes', async () => {
    const source = new PassThrough()
    answer = (context) => {
      context.type = 'application/x-ndjson'
      context.body = source
    }
    const lines: string[] = []
    const call = request(app.url, { headers: { 'Accept-Encoding': 'gzip' }, agent: false }).end()
    source.write('{"n":1}\n')
    for await (const line of await decoded(call)) {
      lines.push(line)
      if (lines.length === 1) source.end('{"n":2}\n')
    }
    expect(lines).to.deep.equal(['{"n":1}\n', '{"n":2}\n'])
  })

  async function decoded(call: ReturnType<typeof request>): Promise<AsyncIterable<string>> {
    const response = await new Promise<NodeJS.ReadableStream>((resolve) => call.once('response', resolve))
    return response.pipe(createGunzip()).setEncoding('utf8')
  }

  it('does not complete an answer whose stream breaks', async () => {
    answer = (context) => {
      context.type = 'text/plain'
      context.body = new Readable({
        read() {
          this.push('a')
          this.destroy(new Error('broken'))
        },
      })
    }
    const failed = await get('gzip').then(
      () => false,
      () => true,
    )
    expect(failed).to.equal(true)
  })
})
