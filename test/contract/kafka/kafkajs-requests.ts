import { createRequire } from 'node:module'

/** The options of a request: those of a group name it, those about partitions name the topics. */
export interface RequestOptions {
  readonly groupId?: string
  readonly memberId?: string
  readonly topics?: readonly { readonly topic: string }[]
}

interface Exchange {
  readonly request: { encode(): Promise<unknown> }
  readonly response: { decode(bytes: Buffer): Promise<{ errorCode?: number }> }
}
type Make = (options: RequestOptions) => Exchange
interface Definition {
  protocol(about: { readonly version: number }): Make
}
type Api = 'Fetch' | 'Heartbeat' | 'JoinGroup' | 'ListOffsets'

const require = createRequire(import.meta.url)
const { requests } = require('kafkajs/src/protocol/requests') as { requests: Record<Api, Definition> }

/** What is done to an exchange with a broker. */
interface Act {
  /** Before the request is sent. */
  before?(options: RequestOptions): Promise<unknown>
  /** The error code of the answer, instead of what the broker says. */
  readonly code?: number
}

/** Acts on each such request of this process that is meant, until the returned function is called. */
function onRequests(api: Api, isMeant: (options: RequestOptions) => boolean, act: Act): () => void {
  const definition = requests[api]
  const real = definition.protocol
  definition.protocol = (about) => (options) => {
    const exchange = real.call(definition, about)(options)
    return isMeant(options) ? changed(exchange, options, act) : exchange
  }
  return () => {
    definition.protocol = real
  }
}

function changed({ request, response }: Exchange, options: RequestOptions, { before, code }: Act): Exchange {
  return {
    request: {
      ...request,
      async encode() {
        await before?.(options)
        return request.encode()
      },
    },
    response: {
      ...response,
      async decode(bytes) {
        const answer = await response.decode(bytes)
        return code === undefined ? answer : { ...answer, errorCode: code }
      },
    },
  }
}

/** Acts on the next such request that is meant; resolves when it is made. */
function onNext(api: Api, isMeant: (options: RequestOptions) => boolean, act: Act = {}): Promise<void> {
  return new Promise((resolve) => {
    let isFirst = true
    const isNext = (options: RequestOptions) => {
      if (!isFirst || !isMeant(options)) return false
      isFirst = false
      restore()
      resolve()
      return true
    }
    const restore = onRequests(api, isNext, act)
  })
}

const isOf = (group: string) => (options: RequestOptions) => options.groupId?.endsWith(group) === true

/** Makes the next such request of the group fail with this error of a broker (Kafka protocol, "Error Codes"). */
export function failNext(api: 'Heartbeat' | 'JoinGroup', group: string, code: number): Promise<void> {
  return onNext(api, isOf(group), { code })
}

/** Does something about the member whose heartbeat is next before the broker gets that heartbeat. */
export async function beforeNextHeartbeat(
  group: string,
  act: (member: RequestOptions) => Promise<unknown>,
): Promise<void> {
  const done = Promise.withResolvers<void>()
  const before = (member: RequestOptions) => act(member).then(() => done.resolve(), done.reject)
  await onNext('Heartbeat', isOf(group), { before })
  await done.promise
}

/** Members learn the positions in the topic no earlier than this resolves. */
export async function delayPositions(topic: string, until: Promise<unknown>): Promise<void> {
  const isMeant = ({ topics = [] }: RequestOptions) => topics.some((one) => one.topic.endsWith(topic))
  const restore = onRequests('ListOffsets', isMeant, { before: () => until })
  await until
  restore()
}

/** Resolves when this process has sent so many fetches. */
export async function fetches(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) await onNext('Fetch', () => true)
}
