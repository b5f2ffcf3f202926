import { setImmediate as turn } from 'node:timers/promises'
import { detectChallenge } from '#shared/web/html/bot-challenge.ts'
import { splitMessages } from '#stages/render/adapters/browsers/launch/split-messages.ts'
import { endToEndFields, hasUnambiguousLength } from '#stages/render/adapters/egress-proxy/header-fields.ts'
import { parseAbsoluteForm, parseAuthorityForm } from '#stages/render/adapters/egress-proxy/request-target.ts'
import { consentRules } from '#stages/render/adapters/page-scripts.ts'
import { makeRequestClassifier } from '#stages/render/blocking/request-classifier.ts'
import { phrases } from '#stages/render/consent/banners.data.ts'
import { makeOptOuts } from '#stages/render/consent/opt-outs.ts'
import { indexPhrases } from '#stages/render/consent/page/phrases.ts'
import type { FrameWorld } from '#stages/render/tab/isolated-world.ts'
import { rejectionReason } from '#stages/render/visit/client-failures.ts'
import { makeMainDocument } from '#stages/render/visit/main-document.ts'
import { classifyNetError } from '#stages/render/visit/net-errors.ts'
import { HEADER, type LabPlace, URL_CHARS } from './lab-places.ts'

const MB = 1_000_000
const MESSAGE_BYTES = 96 * 1024 * 1024
const PIECE_BYTES = 65_536
const EVENTS = 100

/** Reads a message of the browser in pieces and parses it, as the pipe to the browser does. */
function receive(message: string): () => Promise<void> {
  const parse = (text: string) => {
    try {
      JSON.parse(text)
    } catch {
      // Some units are no JSON.
    }
  }
  const bytes = Buffer.from(`${message}\0`)
  const split = splitMessages(MESSAGE_BYTES, parse, () => {})
  return async () => {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) split(bytes.subarray(at, at + PIECE_BYTES))
    await turn()
  }
}

const event = (method: string, params: string) => `{"method":"${method}","params":${params},"sessionId":"S1"}`

/** A navigation and what is asked of it after each event of the page. */
function navigate(url: string): () => void {
  const document = makeMainDocument('main', () => 1)
  const common = { requestId: '1', loaderId: '1', frameId: 'main', type: 'Document', request: { url } }
  return () => {
    document.requestWillBeSent(common as unknown as Parameters<typeof document.requestWillBeSent>[0])
    for (let events = 0; events < EVENTS; events++) {
      document.isLeaving()
      rejectionReason(proxy, { ...document, shown: () => shown }, { url, timeout: 1, maxBytes: 1 })
    }
  }
}

const shown = {
  ...{ id: '1', url: 'https://a.example/', mimeType: 'text/html', isErrorPage: false, hasCredentials: false },
  ...{ parsedAt: null, loadedAt: null },
}
const proxy = { exceeded: () => null, failureOf: () => null } as unknown as Parameters<
  typeof rejectionReason
>[0]

const world = {
  ...{ frameId: 'main', evaluate: async () => {}, isTruthyInPage: async () => true },
} as unknown as FrameWorld
const bannerPhrases = indexPhrases(phrases)
const classifier = makeRequestClassifier('https://a.example/')

const VALUE_CHARS = 8

/** The text in short values, as a browser writes it. */
function replyWith(text: string): string {
  const values = Array.from({ length: Math.ceil(text.length / VALUE_CHARS) }, (_, at) =>
    text.slice(at * VALUE_CHARS, (at + 1) * VALUE_CHARS),
  )
  return JSON.stringify({ id: 1, result: values })
}

/** The places that render reads while it loads any page: messages, headers, URLs, banners, titles. */
export const browserPlaces: Readonly<Record<string, LabPlace>> = {
  'console message': {
    characters: 20 * MB,
    prepare: (text) => receive(event('Runtime.consoleAPICalled', `{"args":[${JSON.stringify(text)}]}`)),
  },
  'text in an event': {
    characters: 5 * MB,
    prepare: (text) => receive(event('Network.requestWillBeSent', JSON.stringify({ text }))),
  },
  // As many values as a message that is read may have, and far more.
  'values in a reply': { characters: 3.6 * MB, prepare: (text) => receive(replyWith(text)) },
  'too many values in a reply': { characters: 20 * MB, prepare: (text) => receive(replyWith(text)) },
  'objects in a reply': {
    characters: 20,
    prepare: (text) => receive(`{"id":1,"result":[${`{${JSON.stringify(text)}:1},`.repeat(300_000)}0]}`),
  },
  'URL of the page': { characters: URL_CHARS, prepare: (text) => navigate(`https://a.example/${text}`) },
  'host of the page': { characters: URL_CHARS, prepare: (text) => navigate(`https://${text}/`) },
  'user in the URL of the page': {
    characters: URL_CHARS,
    prepare: (text) => navigate(`https://${text}@a.example/`),
  },
  'URL of a blocked request': {
    characters: URL_CHARS,
    prepare: (text) => () => classifier.categoryOf(`https://b.example/${text}`),
  },
  'host of a blocked request': {
    characters: URL_CHARS,
    prepare: (text) => () => classifier.categoryOf(`https://${text}/`),
  },
  'URL of a page with a banner': {
    characters: URL_CHARS,
    prepare: (text) => () =>
      makeOptOuts(consentRules().rulesFor, 'main').handleMessage(world, {
        type: 'init',
        url: `https://${text}/`,
      }),
  },
  'consent text': {
    characters: 40_000,
    prepare: (text) => () => bannerPhrases.kindsIn(text),
  },
  'header through the proxy': {
    characters: HEADER,
    prepare: (text) => {
      const fields = ['Connection', text, 'Transfer-Encoding', text, 'Link', text]
      return () => [endToEndFields(fields), hasUnambiguousLength(fields)]
    },
  },
  'target of the proxy': {
    characters: HEADER,
    prepare: (text) => () => [parseAbsoluteForm(`http://${text}`), parseAuthorityForm(`${text}:443`)],
  },
  title: { characters: 4096, prepare: (text) => () => detectChallenge(text, 200) },
  'error of a load': { characters: HEADER, prepare: (text) => () => classifyNetError(text) },
}
