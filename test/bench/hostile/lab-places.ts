import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { gzipSync } from 'node:zlib'
import type { CDPSession } from 'puppeteer-core'
import { imageFormat } from '#shared/web/images/image-format.ts'
import type { CodeTask } from '#stages/render/lab/code/analyse-code.ts'
import type { CodePool } from '#stages/render/lab/code/code.worker.ts'
import { toBlockers } from '#stages/render/lab/interaction/leave-and-return.ts'
import { toLabRequest } from '#stages/render/lab/requests/lab-request.ts'
import { makeRequestLog } from '#stages/render/lab/requests/request-log.ts'
import { observePage } from '#stages/render/lab/vitals/observation.ts'
import { loadVitals } from '#stages/render/lab/vitals/vitals.ts'
import type { Tab } from '#stages/render/tab/tab.ts'

/** A place of a page, with the characters that a page can put there. */
export interface LabPlace {
  readonly characters: number
  /** Puts the text there, as the browser hands it over. The returned function reads it. */
  prepare(text: string): () => unknown
}

const MB = 1_000_000
const SCRIPT = 3 * MB
const SHEET = 2 * MB
const MAP = 2 * MB
/** Chromium's limits of a URL and of a header section. */
export const URL_CHARS = 2 * MB
export const HEADER = 256_000
const SHIFTS = 10_000
const url = 'https://a.example/a.js'

/** The places whose texts are measured by the lab. */
export function labPlaces(codePool: CodePool): Readonly<Record<string, LabPlace>> {
  return { ...codePlaces(codePool), ...tracePlaces(codePool), ...requestPlaces, ...documentPlaces }
}

/** Each call is of another tenant: one that ran into a limit would wait. */
function options(moved: Uint8Array = new Uint8Array()) {
  return { tenant: randomUUID(), isUrgent: false, signal: new AbortController().signal, moved }
}

/** A page that exceeds the limits of the thread ends it, which is no failure here. */
const ignore = () => {}

function codePlaces(codePool: CodePool): Readonly<Record<string, LabPlace>> {
  const analyse = (task: Partial<CodeTask>) => {
    const coverage = { scripts: new Map(), sheets: new Map() }
    const whole = { scripts: [], sheets: [], coverage, budgetMs: 300, ...task }
    return () => codePool.run('analyse', whole, options()).catch(ignore)
  }
  const script = (text: string, inlineMap: string | null) => {
    const file = { scriptId: '1', url, characters: text.length, hash: 'a', text, inlineMap }
    return analyse({ scripts: [file, { ...file, url: `${url}?2` }] })
  }
  const mapped = (map: object) => {
    const data = `data:application/json,${encodeURIComponent(JSON.stringify({ version: 3, ...map }))}`
    return script('x'.repeat(MB), data)
  }
  const mappings = 'AAAA,CCAA,CCAA'
  return {
    'script body': { characters: SCRIPT, prepare: (text) => script(text, null) },
    'style sheet': {
      characters: SHEET,
      prepare: (text) => analyse({ sheets: [{ styleSheetId: '1', url, text }] }),
    },
    'source map': { characters: MAP, prepare: (text) => script('x'.repeat(MB), `data:,${text}`) },
    'source map mappings': {
      characters: MAP / 4,
      prepare: (text) => mapped({ sources: ['a'], mappings: text }),
    },
    'source map root': {
      characters: MAP / 4,
      prepare: (text) => mapped({ sources: Array(500).fill('a'), sourceRoot: text, mappings }),
    },
    'source map sources': {
      characters: 1000,
      prepare: (text) => mapped({ sources: Array.from({ length: 500 }, (_, at) => text + at), mappings }),
    },
  }
}

function tracePlaces(codePool: CodePool): Readonly<Record<string, LabPlace>> {
  const readTrace = (data: object, more: object = {}) => {
    const event = { name: 'EvaluateScript', ph: 'X', pid: 1, tid: 1, dur: 5, args: { data }, ...more }
    const commit = { name: 'CommitLoad', ph: 'X', pid: 1, tid: 1, ts: 0, dur: 1 }
    const first = { ...commit, args: { data: { frame: 'main', url: 'https://a.example/' } } }
    const events = [first, ...Array.from({ length: 2000 }, (_, at) => ({ ...event, ts: 10 * at }))]
    const json = `{"traceEvents":[\n${events.map((one) => JSON.stringify(one)).join(',\n')}],"metadata":{}}`
    const gzipped = new Uint8Array(gzipSync(json, { level: 1 }))
    return () => codePool.run('readTrace', { gzipped, frameId: 'main' }, options(gzipped)).catch(ignore)
  }
  return {
    'trace: URL of a script': { characters: 2000, prepare: (text) => readTrace({ url: `https://${text}` }) },
    'trace: name of an event': { characters: 2000, prepare: (text) => readTrace({}, { name: text }) },
    'trace: user timing': { characters: 2000, prepare: (text) => readTrace({ message: text, name: text }) },
  }
}

interface TestedRequest {
  readonly request?: object
  readonly response?: object
  readonly initiator?: object
}

/** Passes one request through the log, as the browser reports it, to the record that is sent. */
function logRequest(tested: TestedRequest): () => string {
  return () => recordOf(tested)
}

function recordOf({ request, response, initiator }: TestedRequest): string {
  const session = new EventEmitter()
  const log = makeRequestLog({
    mainFrameId: 'main',
    max: 10,
    isRefused: (asked) => URL.parse(asked) === null,
  })
  log.follow(session as unknown as CDPSession)
  const common = { requestId: '1', timestamp: 1, type: 'Script' }
  const asked = { url, method: 'GET', ...request }
  session.emit('Network.requestWillBeSent', { ...common, request: asked, initiator })
  const answer = { url: asked.url, status: 200, protocol: 'h2', mimeType: 'text/css', headers: {} }
  session.emit('Network.responseReceived', {
    ...common,
    response: { ...answer, encodedDataLength: 9, ...response },
  })
  session.emit('Network.loadingFailed', { ...common, errorText: 'net::ERR_FAILED' })
  return JSON.stringify(log.requests().map((one) => toLabRequest(one, 1, null)))
}

const HEADERS = ['cache-control', 'content-encoding', 'content-type', 'link', 'server-timing', 'vary', 'date']

const requestPlaces: Readonly<Record<string, LabPlace>> = {
  'URL of a request': {
    characters: URL_CHARS,
    prepare: (text) => logRequest({ request: { url: `https://a.example/${text}` } }),
  },
  'host of a request': {
    characters: URL_CHARS,
    prepare: (text) => logRequest({ request: { url: `https://${text}/` } }),
  },
  'method of a request': { characters: URL_CHARS, prepare: (method) => logRequest({ request: { method } }) },
  'media type': { characters: HEADER, prepare: (mimeType) => logRequest({ response: { mimeType } }) },
  'values of headers': {
    characters: HEADER,
    prepare: (text) =>
      logRequest({ response: { headers: Object.fromEntries(HEADERS.map((name) => [name, text])) } }),
  },
  'names of headers': {
    characters: 5,
    prepare: (text) => {
      const headers = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [text + at, text]))
      return logRequest({ response: { headers } })
    },
  },
  'stack of a request': {
    characters: 50_000,
    prepare: (text) => {
      const callFrames = Array.from({ length: 200 }, (_, at) => ({ url: `https://a.example/${at}${text}` }))
      return logRequest({ initiator: { url: text, stack: { callFrames } } })
    },
  },
}

/** What the script in the page reports of the document. */
function observe(reports: readonly object[]): () => Promise<unknown> {
  const all = [{ kind: 'begun', timeOrigin: 1 }, { kind: 'fcp', value: 1 }, ...reports]
  const payloads = all.map((report) => JSON.stringify(report))
  return () => vitalsOf(payloads)
}

async function vitalsOf(payloads: readonly string[]): Promise<unknown> {
  const session = Object.assign(new EventEmitter(), { send: async () => {} })
  const tab = { target: { createCDPSession: async () => session } } as unknown as Tab
  const { document } = await observePage(tab, '')
  for (const payload of payloads)
    session.emit('Runtime.bindingCalled', { name: 'pageprobeObserved', payload })
  const observed = document()
  return observed && loadVitals(structuredClone(observed), 1, [])
}

const frames = (text: string) => ({
  ...{ loaderId: '1', frameId: '1', notRestoredExplanations: [] },
  notRestoredExplanationsTree: {
    ...{ url: text, explanations: [] },
    children: Array.from({ length: 1000 }, () => ({
      ...{ url: `https://${text}`, children: [] },
      explanations: [{ type: 'PageSupportNeeded', reason: 'UnloadHandlerExistsInSubFrame' }],
    })),
  },
})

const documentPlaces: Readonly<Record<string, LabPlace>> = {
  'nodes of layout shifts': {
    characters: 200,
    prepare: (target) =>
      observe(
        Array.from({ length: SHIFTS }, (_, at) => ({ kind: 'shift', at: at / 3, value: 0.01 * at, target })),
      ),
  },
  'largest paint': {
    characters: URL_CHARS,
    prepare: (text) => observe([{ kind: 'lcp', value: 1, attribution: { target: text, url: text } }]),
  },
  'frames out of the back/forward cache': {
    characters: 2000,
    prepare: (text) => {
      const notUsed = frames(text) as unknown as Parameters<typeof toBlockers>[0]
      return () => toBlockers(notUsed)
    },
  },
  'image file': { characters: MB, prepare: (text) => () => imageFormat(Buffer.from(text)) },
  'SVG file': {
    characters: MB,
    prepare: (text) => () => imageFormat(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${text}`)),
  },
}
