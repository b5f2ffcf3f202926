import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** The current records of a name: IPv4 addresses as text, IPv6 addresses as 32 hex digits. */
export interface NameAnswers {
  readonly a?: readonly string[]
  readonly aaaa?: readonly string[]
}

/** A name server on loopback that can change its answer to each query. */
export interface HostileDns {
  readonly port: number
  close(): Promise<void>
}

const A = 1
const AAAA = 28
const TTL = [0, 0, 0, 0]

/** `answersOf` is called for each query for A (`count` from 1 on, per name), and with the same count for AAAA. */
export async function openHostileDns(
  answersOf: (name: string, count: number) => NameAnswers,
): Promise<HostileDns> {
  const queries = new Map<string, number>()
  const server = createSocket('udp4')
  server.on('message', (question, peer) => {
    const { name, type, end } = questionOf(question)
    const count = (queries.get(name) ?? 0) + (type === A ? 1 : 0)
    queries.set(name, count)
    const answers = answersOf(name, Math.max(count, 1))
    server.send(answerTo(question.subarray(0, end), type, dataOf(answers, type)), peer.port, peer.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: server.address().port,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** RFC 1035, section 4.1.2: labels with their lengths, then type and class. */
function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function dataOf({ a = [], aaaa = [] }: NameAnswers, type: number): Buffer[] {
  if (type === A) return a.map((address) => Buffer.from(address.split('.').map(Number)))
  return type === AAAA ? aaaa.map((digits) => Buffer.from(digits, 'hex')) : []
}

/** RFC 1035, section 4: the question again, then answers with a pointer to the name and a TTL of 0. */
function answerTo(question: Buffer, type: number, records: readonly Buffer[]): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)
  const bodies = records.flatMap((data) => [
    Buffer.from([0xc0, 12, 0, type, 0, 1, ...TTL, 0, data.length]),
    data,
  ])
  return Buffer.concat([head, ...bodies])
}
