import { createRequire } from 'node:module'

/** The options of a request; those of a group name it. */
interface Options {
  readonly groupId?: string
}
type Call = (options: Options) => Promise<unknown>
type Broker = Record<'fetch' | 'heartbeat' | 'joinGroup' | 'leaveGroup', Call>

const require = createRequire(import.meta.url)
const broker = require('kafkajs/src/broker').prototype as Broker

/** Acts once instead of the next such request of this process that is meant; resolves with the end of the act. */
function insteadOfNext(
  call: keyof Broker,
  isMeant: (options: Options) => boolean,
  act: (send: () => Promise<unknown>, broker: Broker, options: Options) => Promise<unknown>,
): Promise<void> {
  const real = broker[call]
  return new Promise((resolve) => {
    broker[call] = async function (this: Broker, options) {
      const send = () => real.call(this, options)
      if (!isMeant(options)) return send()
      broker[call] = real
      return act(send, this, options).finally(resolve)
    }
  })
}

const isOf = (group: string) => (options: Options) => options.groupId?.endsWith(group) === true

/** Makes the next such request of the group fail with this error of a broker (Kafka protocol, "Error Codes"). */
export function failNext(call: 'heartbeat' | 'joinGroup', group: string, code: number): Promise<void> {
  const { createErrorFromCode } = require('kafkajs/src/protocol/error')
  return insteadOfNext(call, isOf(group), () => Promise.reject(createErrorFromCode(code)))
}

/** Removes the member whose heartbeat is next from its group, before the broker gets that heartbeat. */
export function removeNextMember(group: string): Promise<void> {
  return insteadOfNext('heartbeat', isOf(group), async (send, connected, member) => {
    await connected.leaveGroup(member)
    return send()
  })
}

/** Members of the group join again no earlier than this resolves. */
export async function delayJoins(group: string, until: Promise<unknown>): Promise<void> {
  const { joinGroup } = broker
  broker.joinGroup = async function (this: Broker, options) {
    if (isOf(group)(options)) await until
    return joinGroup.call(this, options)
  }
  await until
  broker.joinGroup = joinGroup
}

/** Resolves when this process has sent so many fetches. */
export async function fetches(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++)
    await insteadOfNext(
      'fetch',
      () => true,
      (send) => send(),
    )
}
