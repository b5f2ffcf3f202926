import { Failure } from '#shared/errors.ts'
import type { GrpcService } from '#shared/rpc/server.ts'
import type { ServerCalls } from '#shared/rpc/server-calls.ts'
import { notAccepted } from '#shared/rpc/shards/not-accepted.ts'
import {
  type AskReply,
  type AskRequest,
  type CopyRequest,
  type SendReply,
  type SendRequest,
  serviceName,
  shardsService,
} from '#shared/rpc/shards/protocol.ts'
import { type Sites, siteCalls } from '#shared/rpc/site-calls.ts'
import { decodeCommand } from '../logs/command-codec.ts'
import { homeOf } from '../placement.ts'
import { decodeQuestion } from './decode-question.ts'
import type { LocalShards } from './local-shards.ts'

/** Calls of each kind that are under way. Further ones are not accepted. */
const MAX_CALLS = 1000

/** Serves `proto/shards.proto` for the shards that this process owns. */
export function serveShards(shards: LocalShards, calls: ServerCalls): GrpcService {
  return {
    name: serviceName,
    definition: shardsService,
    implementation: {
      Send: calls.unary(limitCalls((request: SendRequest) => send(shards, request))),
      Ask: calls.unary(limitCalls((request: AskRequest) => ask(shards, request))),
      ...siteCalls(ofOwnedHomes(shards), calls),
      Copy: calls.sender(async ({ shard, id }: CopyRequest, signal) => {
        assertOwned(shards, shard)
        return shards.copy(shard, id, signal)
      }),
    },
  }
}

async function send(shards: LocalShards, { shard, command: json }: SendRequest): Promise<SendReply> {
  assertOwned(shards, shard)
  const command = decodeCommand(Buffer.from(json))
  if (command === null) throw new Failure('VALIDATION_ERROR', 'A shard does not know this command')
  return shards.send(shard, command)
}

async function ask(shards: LocalShards, { shard, ...asked }: AskRequest): Promise<AskReply> {
  assertOwned(shards, shard)
  const { question, given } = decodeQuestion(asked)
  const answer = await shards.ask(shard, question, ...given)
  return { answer: Buffer.from(JSON.stringify(answer)) }
}

function ofOwnedHomes(shards: LocalShards): Sites {
  return {
    async report(batch, query) {
      assertOwned(shards, homeOf(batch.id, shards.count))
      return shards.report(batch, query)
    },
    async pages(batch, query) {
      assertOwned(shards, homeOf(batch.id, shards.count))
      return shards.pages(batch, query)
    },
  }
}

function assertOwned(shards: LocalShards, shard: number): void {
  if (shard >= shards.count) throw new Failure('VALIDATION_ERROR', 'There is no such shard')
  if (!shards.owns(shard)) throw notAccepted()
}

function limitCalls<Request, Reply>(
  work: (request: Request) => Promise<Reply>,
): (request: Request) => Promise<Reply> {
  let underWay = 0
  return async (request) => {
    if (underWay >= MAX_CALLS) throw notAccepted()
    underWay += 1
    try {
      return await work(request)
    } finally {
      underWay -= 1
    }
  }
}
