import type { UnaryLookups } from '#shared/ports/lookups.ts'
import type { Codec } from '../codec.ts'
import {
  fetchedFile,
  imageDescription,
  probeAnswers,
  robotsDecision,
  sitemapScan,
  targetDecision,
  thumbnailAnswer,
} from './messages.ts'

type Name = keyof UnaryLookups<never>
/** The arguments of a look-up without the context of the call, which is the last one. */
type Arguments<M extends Name> =
  Parameters<UnaryLookups<never>[M]> extends [...infer Args, never] ? Args : never
type Answer<M extends Name> = Awaited<ReturnType<UnaryLookups<never>[M]>>

export interface LookupMethod<Args extends readonly unknown[] = readonly unknown[], Value = unknown> {
  /** Name of the method in `proto/lookups.proto`. */
  readonly rpc: string
  /** The field of the request message for each argument. */
  readonly request: { readonly [K in keyof Args]: string }
  readonly reply: Codec<Value>
}

/**
 * The look-ups with one answer: client, server, lanes and traces follow this table. All of them only read, so a call may
 * be repeated; all take the deadline and the lane from the context of the call.
 */
export const lookupMethods: { readonly [M in Name]: LookupMethod<Arguments<M>, Answer<M>> } = {
  checkTarget: { rpc: 'JudgeTarget', request: ['url'], reply: targetDecision },
  robots: { rpc: 'Robots', request: ['url', 'userAgent'], reply: robotsDecision },
  probe: { rpc: 'Probe', request: ['urls'], reply: probeAnswers },
  describeImage: { rpc: 'DescribeImage', request: ['url'], reply: imageDescription },
  thumbnail: { rpc: 'Thumbnail', request: ['url', 'width'], reply: thumbnailAnswer },
  fetchFile: { rpc: 'FetchFile', request: ['url', 'maxBytes'], reply: fetchedFile },
  scanSitemap: { rpc: 'ScanSitemap', request: ['url', 'lookFor'], reply: sitemapScan },
}

/** A look-up: its arguments, then the context of the call. */
export type LookupCall<Context> = (...call: [...unknown[], Context]) => Promise<unknown>

/** Makes one function per method of the table. */
export function eachLookup<Context>(
  make: (method: LookupMethod, name: Name) => LookupCall<Context>,
): UnaryLookups<Context> {
  const calls = Object.entries<LookupMethod>(lookupMethods).map(
    ([name, method]) => [name, make(method, name as Name)] as const,
  )
  return Object.fromEntries(calls) as unknown as UnaryLookups<Context>
}

/** The arguments and the context of a call. */
export function splitCall<Context>(call: readonly [...unknown[], Context]): [unknown[], Context] {
  return [call.slice(0, -1), call.at(-1) as Context]
}

/** The request message of a call with these arguments. */
export function toRequest({ request }: LookupMethod, args: readonly unknown[]): object {
  return Object.fromEntries(request.map((field, index) => [field, args[index]]))
}

/** The arguments of a request message. */
export function fromRequest({ request }: LookupMethod, message: unknown): unknown[] {
  return request.map((field) => (message as Record<string, unknown>)[field])
}
