import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type FakePartition, makeFakePartitions } from './fake-partitions.ts'

const Encoder = createRequire(import.meta.url)('kafkajs/src/protocol/encoder')

const PRODUCE = 0
const FETCH = 1
const LIST_OFFSETS = 2
const METADATA = 3
const SASL_HANDSHAKE = 17
const API_VERSIONS = 18
const INIT_PRODUCER_ID = 22
const SASL_AUTHENTICATE = 36
const SASL_FAILED = 58
/** Ranges of versions that the broker supports: those whose layout is below. */
const VERSIONS = [
  [PRODUCE, 3, 7],
  [FETCH, 11, 11],
  [LIST_OFFSETS, 2, 2],
  [METADATA, 10, 10],
  [SASL_HANDSHAKE, 0, 1],
  [API_VERSIONS, 2, 2],
  [INIT_PRODUCER_ID, 0, 1],
  [SASL_AUTHENTICATE, 0, 1],
] as const

/** A topic by its leaders: the node id of the leader of each partition. */
type Topics = Record<string, readonly number[]>

export interface FakeBroker {
  readonly address: string
  readonly port: number
  readonly nodeId: number
  /** What the metadata says. */
  topics: Topics
  nodes: Record<number, number>
  /** Kafka protocol, "Error Codes": the answer to the records of a partition. */
  errorFor: (topic: string, partition: number) => number
  /** Whether requests other than the first one of a connection stay without an answer. */
  isSilent: boolean
  /** Whether a silent broker does not answer the first request either. */
  isSilentFromStart: boolean
  /** How often the connection ends after records were written and before the answer. */
  lostAnswers: number
  /** Number of producer ids that were given, and the error code that refuses them. */
  producers: number
  producerError: number
  /** Counts of metadata requests, and `topic/partition` of each batch of records, in order. */
  metadataRequests: number
  readonly batches: string[]
  /** Number of Fetch requests, and of all connections. */
  fetches: number
  connections: number
  /** SASL/PLAIN: the password, how long it holds (milliseconds; 0 = for good), and how often it was accepted. */
  password: string
  lifetimeMs: number
  authentications: number
  /** The partition with this name, `topic/partition`; it has what was produced. */
  partition(name: string): FakePartition
  close(): Promise<void>
}

/** A broker on 127.0.0.1 that answers ApiVersions, Metadata, Produce, Fetch and ListOffsets (Kafka protocol guide, "Messages"). */
export async function fakeBroker(nodeId = 1): Promise<FakeBroker> {
  const sockets = new Set<Socket>()
  const partitions = makeFakePartitions()
  const server = createServer((socket) => {
    sockets.add(socket)
    broker.connections++
    socket.on('error', () => {})
    readRequests(socket, broker, partitions)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const broker: FakeBroker = {
    address: `127.0.0.1:${port}`,
    port,
    nodeId,
    topics: {},
    nodes: { [nodeId]: port },
    errorFor: () => 0,
    isSilent: false,
    isSilentFromStart: false,
    lostAnswers: 0,
    producers: 0,
    producerError: 0,
    metadataRequests: 0,
    batches: [],
    fetches: 0,
    connections: 0,
    password: '',
    lifetimeMs: 0,
    authentications: 0,
    partition: partitions.partition,
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
  return broker
}

type Partitions = ReturnType<typeof makeFakePartitions>

/** How long a fetch takes: a broker waits for records, too. */
const FETCH_MS = 5

function readRequests(socket: Socket, broker: FakeBroker, partitions: Partitions): void {
  let pending = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= 4 && pending.length >= 4 + pending.readInt32BE(0)) {
      const end = 4 + pending.readInt32BE(0)
      const request = pending.subarray(4, end)
      pending = pending.subarray(end)
      const reply = () => {
        const answer = answerTo(request, broker, partitions)
        if (request.readInt16BE(0) === PRODUCE && broker.lostAnswers-- > 0) socket.destroy()
        else if (answer !== null) socket.write(answer)
      }
      if (request.readInt16BE(0) === FETCH) setTimeout(reply, FETCH_MS)
      else reply()
    }
  })
}

/** A request: API key, version, correlation id, client id, body. */
function answerTo(request: Buffer, broker: FakeBroker, partitions: Partitions): Buffer | null {
  const [apiKey, correlationId] = [request.readInt16BE(0), request.readInt32BE(4)]
  const body = request.subarray(10 + Math.max(0, request.readInt16BE(8)))
  if (broker.isSilent && (apiKey !== API_VERSIONS || broker.isSilentFromStart)) return null
  const answers: Record<number, () => unknown> = {
    [PRODUCE]: () => produced(body, broker, partitions),
    [FETCH]: () => fetched(body, broker, partitions),
    [LIST_OFFSETS]: () => partitions.listOffsets(body),
    [METADATA]: () => metadata(broker),
    [INIT_PRODUCER_ID]: () => producer(broker),
    [SASL_HANDSHAKE]: () => new Encoder().writeInt16(0).writeArray(['PLAIN']),
    [SASL_AUTHENTICATE]: () => authenticated(body, broker),
  }
  const answer = (answers[apiKey] ?? versions)()
  const payload = new Encoder().writeInt32(correlationId).writeEncoder(answer).buffer
  return new Encoder().writeBytes(payload).buffer
}

function versions() {
  const ranges = VERSIONS.map(([key, from, to]) =>
    new Encoder().writeInt16(key).writeInt16(from).writeInt16(to),
  )
  return new Encoder().writeInt16(0).writeArray(ranges).writeInt32(0)
}

function producer(broker: FakeBroker) {
  if (broker.producerError === 0) broker.producers++
  const head = new Encoder().writeInt32(0).writeInt16(broker.producerError)
  return head.writeInt64(1000 * broker.nodeId + broker.producers).writeInt16(0)
}

/** The request ends with the user and the password, each after a zero byte (RFC 4616). */
function authenticated(body: Buffer, broker: FakeBroker) {
  const isAccepted = body.toString().endsWith(`\0${broker.password}`)
  if (isAccepted) broker.authentications++
  const head = new Encoder().writeInt16(isAccepted ? 0 : SASL_FAILED).writeString(isAccepted ? null : 'wrong')
  return head.writeBytes(Buffer.alloc(0)).writeInt64(broker.lifetimeMs)
}

const ID_BYTES = 16

function metadata(broker: FakeBroker) {
  broker.metadataRequests++
  const nodes = Object.entries(broker.nodes).map(([id, port]) =>
    new Encoder()
      .writeInt32(Number(id))
      .writeUVarIntString('127.0.0.1')
      .writeInt32(port)
      .writeUVarIntString(null)
      .writeUVarInt(0),
  )
  // In any order, as brokers send them.
  const topics = Object.entries(broker.topics).map(([name, leaders]) =>
    new Encoder()
      .writeInt16(0)
      .writeUVarIntString(name)
      .writeBuffer(Buffer.alloc(ID_BYTES, name))
      .writeBoolean(false)
      .writeUVarIntArray(leaders.map(partitionOf).toReversed())
      .writeInt32(0)
      .writeUVarInt(0),
  )
  const head = new Encoder().writeUVarInt(0).writeInt32(0).writeUVarIntArray(nodes)
  return head.writeUVarIntString('cluster').writeInt32(1).writeUVarIntArray(topics).writeUVarInt(0)
}

/** Without error, in leader epoch 0, with the leader as its only replica. */
function partitionOf(leader: number, partition: number) {
  const replicas = () => [new Encoder().writeInt32(leader)]
  return new Encoder()
    .writeInt16(0)
    .writeInt32(partition)
    .writeInt32(leader)
    .writeInt32(0)
    .writeUVarIntArray(replicas())
    .writeUVarIntArray(replicas())
    .writeUVarIntArray([])
    .writeUVarInt(0)
}

function fetched(body: Buffer, broker: FakeBroker, partitions: Partitions) {
  broker.fetches++
  return partitions.fetch(body)
}

function produced(body: Buffer, broker: FakeBroker, log: Partitions) {
  // No transactional id, acks, timeout.
  let at = 2 + 2 + 4
  const topics = Array.from({ length: body.readInt32BE(at) }, (_, index) => {
    if (index === 0) at += 4
    const name = body.toString('utf8', at + 2, at + 2 + body.readInt16BE(at))
    at += 2 + body.readInt16BE(at)
    const count = body.readInt32BE(at)
    at += 4
    const partitions = Array.from({ length: count }, () => {
      const partition = body.readInt32BE(at)
      const records = body.subarray(at + 8, at + 8 + body.readInt32BE(at + 4))
      at += 8 + records.length
      const refusal = broker.errorFor(name, partition)
      const { error, base } =
        refusal === 0 ? log.append(`${name}/${partition}`, records) : { error: refusal, base: -1 }
      broker.batches.push(`${name}/${partition}`)
      const entry = new Encoder().writeInt32(partition).writeInt16(error)
      return entry.writeInt64(base).writeInt64(-1).writeInt64(0)
    })
    return new Encoder().writeString(name).writeArray(partitions)
  })
  return new Encoder().writeArray(topics).writeInt32(0)
}
