import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { htmlHead, sendFast, sendSlowly, type Talk, wholeAnswer } from './site.ts'

/** The documented outcome (infra/docs/clients.md#errors). */
export type Expected =
  | { readonly code: 'TIMEOUT' | 'RESPONSE_TOO_LARGE' }
  | { readonly code: 'URL_UNREACHABLE'; readonly reason: string }
  | { readonly title: string | null }

export interface Hostile {
  readonly talk: Talk
  readonly expected: Expected
}

const MIB = 1024 * 1024
const ZEROS = Buffer.alloc(64 * MIB)
const PAGE = '<title>Partly</title><p>text'

const tooLarge = { code: 'RESPONSE_TOO_LARGE' } as const
const timeout = { code: 'TIMEOUT' } as const
const invalid = { code: 'URL_UNREACHABLE', reason: 'invalid_response' } as const
const reset = { code: 'URL_UNREACHABLE', reason: 'connection_reset' } as const
const tooOften = { code: 'URL_UNREACHABLE', reason: 'too_many_redirects' } as const
const partly = { title: 'Partly' } as const

const says =
  (text: string): Talk =>
  (socket) =>
    void socket.end(text, 'latin1')

const encoded =
  (coding: string, make: () => Buffer): Talk =>
  (socket) => {
    socket.write(htmlHead(`Content-Encoding: ${coding}`))
    socket.end(make())
  }

/** Redirects to another URL of the same length each time, or to the same URL, after a delay. */
const redirects =
  (name: string, isNew: boolean, afterMs = 0): Talk =>
  async (socket, origin) => {
    await sleep(afterMs)
    const query = isNew ? `?${process.hrtime.bigint()}` : ''
    const location = `${origin}/${encodeURIComponent(name)}${query}`
    socket.end(
      `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
  }

const bombs: Record<string, Hostile> = {
  // Members of a gzip file follow one another (RFC 1952, section 2.2): 2.5 GiB in 2.6 MB.
  'gzip bomb': {
    talk: encoded('gzip', () => Buffer.concat(Array(40).fill(gzipSync(ZEROS)))),
    expected: tooLarge,
  },
  'gzip in gzip': { talk: encoded('gzip, gzip', () => gzipSync(gzipSync(ZEROS))), expected: tooLarge },
  'deflate bomb': { talk: encoded('deflate', () => deflateSync(ZEROS)), expected: tooLarge },
  'brotli bomb': {
    talk: encoded('br', () => brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
    expected: tooLarge,
  },
  'zstd bomb': { talk: encoded('zstd', () => zstdCompressSync(ZEROS)), expected: tooLarge },
  '64 MiB, length said': {
    talk: (socket) => {
      socket.write(htmlHead(`Content-Length: ${ZEROS.length}`))
      socket.end(ZEROS)
    },
    expected: tooLarge,
  },
  'body without end': {
    talk: (socket) => {
      socket.write(htmlHead())
      sendFast(socket, 'word '.repeat(13_000))
    },
    expected: tooLarge,
  },
}

const lies: Record<string, Hostile> = {
  'text said to be gzip': { talk: encoded('gzip', () => Buffer.from(PAGE)), expected: invalid },
  'gzip said to be brotli': { talk: encoded('br', () => gzipSync(PAGE)), expected: invalid },
  'gzip cut off': {
    talk: encoded('gzip', () => {
      const noise = Array.from({ length: 5000 }, (_, at) => (at * 7919) ** 2 % 104_729).join(' ')
      return gzipSync(`${PAGE}${noise}`).subarray(0, -500)
    }),
    expected: partly,
  },
  'unknown coding': { talk: encoded('rot13', () => Buffer.from(PAGE)), expected: invalid },
  'twenty codings': { talk: encoded('gzip,'.repeat(20), () => gzipSync(PAGE)), expected: invalid },
  'longer than it says': { talk: says(wholeAnswer(PAGE).concat('x'.repeat(100_000))), expected: partly },
  'shorter than it says': { talk: says(`${htmlHead('Content-Length: 1000')}${PAGE}`), expected: reset },
  'negative length': { talk: says(`${htmlHead('Content-Length: -1')}${PAGE}`), expected: invalid },
  'two lengths': {
    talk: says(`${htmlHead('Content-Length: 28', 'Content-Length: 3')}${PAGE}`),
    expected: invalid,
  },
  'length and chunks': {
    talk: says(`${htmlHead('Content-Length: 28', 'Transfer-Encoding: chunked')}1c\r\n${PAGE}\r\n0\r\n\r\n`),
    // RFC 9112, 6.3: chunks override the length.
    expected: partly,
  },
  'chunks cut off': {
    talk: says(`${htmlHead('Transfer-Encoding: chunked')}1c\r\n${PAGE}\r\nff\r\nhalf`),
    expected: reset,
  },
  'chunk of no size': {
    talk: says(`${htmlHead('Transfer-Encoding: chunked')}zz\r\n${PAGE}`),
    expected: invalid,
  },
  'null bytes in a header': { talk: says(htmlHead('X-Null: a\0b')), expected: invalid },
  'no HTTP at all': { talk: says('SSH-2.0-OpenSSH_9.9\r\n'), expected: invalid },
  'nothing at all': { talk: (socket) => void socket.destroy(), expected: reset },
  'one header of 1 MiB': { talk: says(htmlHead(`X-Long: ${'x'.repeat(MIB)}`)), expected: invalid },
  '100,000 headers': {
    talk: says(htmlHead(...Array.from({ length: 100_000 }, (_, at) => `X-${at}: 1`))),
    expected: invalid,
  },
  'headers without end': {
    talk: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      sendFast(socket, `X-More: ${'x'.repeat(60_000)}\r\n`)
    },
    expected: invalid,
  },
  '1,000 cookies': {
    talk: says(wholeAnswer(PAGE, ...Array.from({ length: 1000 }, (_, at) => `Set-Cookie: c${at}=1`))),
    expected: partly,
  },
  'redirects without end': { talk: redirects('redirects without end', true), expected: tooOften },
  'redirect to itself': { talk: redirects('redirect to itself', false), expected: tooOften },
  'loop of two, there': { talk: redirects('loop of two, back', false), expected: tooOften },
  'loop of two, back': { talk: redirects('loop of two, there', false), expected: tooOften },
  // Ten of them would be too long for an event.
  'redirects to endless addresses': {
    talk: (socket, origin) => {
      const location = `${origin}/redirects%20to%20endless%20addresses?${'x'.repeat(120 * 1024)}`
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`)
    },
    expected: invalid,
  },
  'redirect to nowhere': {
    talk: says('HTTP/1.1 302 Found\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n'),
    expected: invalid,
  },
}

/** Answers at once; the outcome is known with the last byte. */
export const quickAnswers: Readonly<Record<string, Hostile>> = { ...bombs, ...lies }

/** Answers without end that are refused for their size or number, before their time is over. */
export const endlessAnswers: Readonly<Record<string, Hostile>> = {
  'early hints without end': {
    talk: (socket) => sendSlowly(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n', 20),
    expected: invalid,
  },
  'early hints in a flood': {
    talk: (socket) => sendFast(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'.repeat(500)),
    expected: invalid,
  },
  'a chunk extension without end': {
    talk: (socket) => {
      socket.write(`${htmlHead('Transfer-Encoding: chunked')}1c`)
      sendFast(socket, ';a=b'.repeat(5000))
    },
    expected: invalid,
  },
  'trailers in a flood': {
    talk: (socket) => {
      socket.write(`${htmlHead('Transfer-Encoding: chunked')}1c\r\n${PAGE}\r\n0\r\n`)
      sendFast(socket, 'X-Trailer: 1\r\n'.repeat(2000))
    },
    expected: invalid,
  },
}

/** Answers that would hold up a reader that waits for their end, for longer than it has. */
export const slowAnswers: Readonly<Record<string, Hostile>> = {
  silence: { talk: () => undefined, expected: timeout },
  'a byte of headers each 200 ms': {
    talk: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
      sendSlowly(socket, 'x', 200)
    },
    expected: timeout,
  },
  'a byte of body each 200 ms': {
    talk: (socket) => {
      socket.write(htmlHead())
      sendSlowly(socket, 'x', 200)
    },
    expected: timeout,
  },
  'a byte of gzip each 200 ms': {
    talk: (socket) => {
      socket.write(htmlHead('Content-Encoding: gzip'))
      // A sequence of empty members: input without output.
      const empty = gzipSync('').toString('latin1')
      const timer = setInterval(() => socket.write(empty, 'latin1'), 200)
      socket.once('close', () => clearInterval(timer))
    },
    expected: timeout,
  },
  'trailers without end': {
    talk: (socket) => {
      socket.write(`${htmlHead('Transfer-Encoding: chunked')}1c\r\n${PAGE}\r\n0\r\n`)
      sendSlowly(socket, 'X-Trailer: 1\r\n', 200)
    },
    expected: timeout,
  },
  'slow redirects': { talk: redirects('slow redirects', true, 1500), expected: timeout },
}
