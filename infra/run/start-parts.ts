import type { Logger } from 'pino'
import { type GatewayComponent, startGateway } from '#gateway/main.ts'
import type { HttpListener } from '#gateway/server/http-listener.ts'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import { grpcBatches } from '#shared/adapters/grpc/batches.ts'
import { grpcLookups } from '#shared/adapters/grpc/lookups.ts'
import { grpcPrinting } from '#shared/adapters/grpc/printing.ts'
import type { Batches } from '#shared/ports/batches.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { Printing } from '#shared/ports/printing.ts'
import { tracedLookups } from '#shared/rpc/lookups/traced-lookups.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { NoDatabase, startBatch } from '#stages/batch/main.ts'
import { startExtract } from '#stages/extract/main.ts'
import { startFetch } from '#stages/fetch/main.ts'
import { startScore } from '#stages/score/main.ts'
import { LOOKUPS_LIMITS } from '../process/adapters.ts'
import { areAllParts, type PartName } from '../process/parts.ts'
import { waitForLookups } from '../process/runtime.ts'
import { guardMainThread } from '../render/main-thread-guard.ts'
import type { RenderChild } from '../render/render-child.ts'

export interface Start {
  readonly parts: readonly PartName[]
  readonly runtime: Runtime
  readonly logger: Logger
  /** Null when the gateway is not among the parts. */
  readonly listener: HttpListener | null
  /** The process that runs the render part; null when it runs in this one. */
  readonly renderChild: RenderChild | null
  /** The running parts, in the order of their start. */
  readonly started: Component[]
  print(text: string): void
}

/** These take work that needs the look-ups. The gateway only asks them. */
const partsWithLookups: readonly PartName[] = ['extract', 'render', 'batch']

const DEFAULT_LOOKUPS = '127.0.0.1:50051'
const DEFAULT_BATCHES = '127.0.0.1:50052'
const ANY_PORT = '127.0.0.1:0'

/** Starts the parts, servers before their clients, and prints a message when they are up. */
export async function startParts(start: Start): Promise<void> {
  const { parts, runtime, listener, logger, started } = start
  const { address: lookupsAddress, own } = await startFetchPart(start)
  const lookups = openLookups(start, lookupsAddress, own)
  if (partsWithLookups.some((part) => parts.includes(part))) await waitForLookups(lookups, logger)
  if (parts.includes('extract')) started.push(await startExtract(runtime, lookups))
  const rendering = startRenderPart(start, lookups, lookupsAddress)
  const scoreAndBatch = startScoreAndBatch(start, lookups)
  // A part that started is in `started`, even when another one fails.
  await Promise.allSettled([rendering, scoreAndBatch])
  const batchesAddress = await scoreAndBatch
  const printAddress = await rendering
  if (listener === null) return start.print(`PageProbe runs ${parts.join(', ')}`)
  const clients = {
    lookups,
    batches: openBatches(start, batchesAddress),
    printing: openPrinting(start, printAddress),
  }
  const gateway = await startGateway(runtime, clients, listener)
  started.push(gateway)
  await announceReady(gateway, listener, start)
}

/** Where the look-ups are. `own`: those of this process, unless an address names others. */
interface FoundLookups {
  readonly address: string
  readonly own: Omit<Lookups, 'listSitemap'> | null
}

async function startFetchPart({ parts, runtime, started }: Start): Promise<FoundLookups> {
  const { LOOKUPS_ADDRESS: configured, LOOKUPS_LISTEN } = runtime.config
  if (!parts.includes('fetch')) return { address: configured || DEFAULT_LOOKUPS, own: null }
  const listen = LOOKUPS_LISTEN || (areAllParts(parts) ? ANY_PORT : DEFAULT_LOOKUPS)
  const fetch = await startFetch(runtime, listen, LOOKUPS_LIMITS.maxTimeoutMs)
  started.push(fetch)
  return configured
    ? { address: configured, own: null }
    : { address: fetch.lookupsAddress, own: fetch.lookups }
}

/**
 * A separate process takes time to start, so the other parts start meanwhile. Returns the address where documents are printed, which
 * is another one when another process takes over.
 */
async function startRenderPart(
  start: Start,
  lookups: Lookups,
  lookupsAddress: string,
): Promise<() => string | null> {
  const { parts, runtime, started, renderChild } = start
  if (!parts.includes('render')) return () => null
  const printListen = runtime.config.PRINT_LISTEN || (parts.includes('gateway') ? ANY_PORT : null)
  if (renderChild === null) {
    // Loaded only where the part runs: its libraries cost time and memory.
    const { startRender } = await import('#stages/render/main.ts')
    const render = await startRender(runtime, lookups, { printListen, findBrowser: () => findChromium() })
    started.push(render)
    started.push({ stop: guardMainThread() })
    return () => render.printAddress
  }
  started.push(renderChild)
  await renderChild.start({
    lookupsAddress,
    publicUrl: runtime.publicUrl(),
    printListen: printListen ?? ANY_PORT,
  })
  return renderChild.printAddress
}

/** All but the streams are called directly where this process has the look-ups. */
function openLookups(
  { logger, started, runtime }: Start,
  addresses: string,
  own: Omit<Lookups, 'listSitemap'> | null,
): Lookups {
  const lookups = grpcLookups({
    addresses,
    ...LOOKUPS_LIMITS,
    secret: runtime.partsSecret,
    log: logger,
  })
  started.push({ stop: async () => lookups.close() })
  const { listSitemap, close } = lookups
  const all = own === null ? lookups : { ...own, listSitemap, close }
  return tracedLookups(all, runtime.telemetry.tracer)
}

async function startScoreAndBatch(start: Start, lookups: Lookups): Promise<string> {
  const { parts, runtime, started } = start
  if (parts.includes('score')) started.push(await startScore(runtime))
  return startBatchPart(start, lookups)
}

/** Returns the address that accepts batches. Without a database the batch part alone does not start beside others. */
async function startBatchPart({ parts, runtime, started }: Start, lookups: Lookups): Promise<string> {
  const { BATCHES_ADDRESS: configured, BATCHES_LISTEN } = runtime.config
  if (!parts.includes('batch')) return configured || DEFAULT_BATCHES
  const listen = BATCHES_LISTEN || (areAllParts(parts) ? ANY_PORT : DEFAULT_BATCHES)
  const batch = await startBatch(runtime, lookups, listen).catch((error: unknown) => {
    if (!(error instanceof NoDatabase) || parts.length === 1) throw error
    runtime.logger.error(`The batch part does not start. ${error.message}`)
    return null
  })
  if (batch === null) return configured || DEFAULT_BATCHES
  started.push(batch)
  return configured || batch.batchesAddress
}

function openBatches({ runtime, logger, started }: Start, address: string): Batches {
  const batches = grpcBatches({ address, secret: runtime.partsSecret, log: logger })
  started.push({ stop: async () => batches.close() })
  return batches
}

function openPrinting({ runtime, logger, started }: Start, served: () => string | null): Printing {
  const addresses = () => runtime.config.PRINT_ADDRESS || served()
  const printing = grpcPrinting({ addresses, secret: runtime.partsSecret, log: logger })
  started.push({ stop: async () => printing.close() })
  return printing
}

async function announceReady(
  gateway: GatewayComponent,
  { url }: HttpListener,
  { print, runtime }: Start,
): Promise<void> {
  await gateway.whenReady()
  print(`PageProbe is listening on ${url}`)
  if (gateway.newKey === null) return
  print(`API key (shown once): ${gateway.newKey}`)
  print(`Try: curl -H 'X-API-Key: ${gateway.newKey}' '${url}/metadata?url=https://example.com'`)
  // A browser does not send the fragment to the server, so no log has the key.
  print(`Open: ${runtime.publicUrl()}/#key=${gateway.newKey}`)
}
