import type { Context } from 'koa'
import { type Address, parseAddress } from '#shared/egress/policy/address.ts'

/**
 * Whom failed attempts are held against: an IPv4 address, or the /64 of an IPv6 one, all of which one client commonly
 * has (RFC 6177). `trustProxy`: the client is whom the proxy before the gateway names, in the last entry of
 * X-Forwarded-For; what stands before that came from the client. Else, and where the proxy names nobody, it is whoever
 * is connected.
 */
export function clientAddress(context: Pick<Context, 'get' | 'req'>, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.get('X-Forwarded-For').split(',').at(-1) : undefined
  return clientNetwork(forwarded ?? '') ?? clientNetwork(context.req.socket.remoteAddress ?? '') ?? 'unknown'
}

/** The address, or the /64 of an IPv6 one, in one spelling; null for what is none. */
export function clientNetwork(text: string): string | null {
  const address = parseEntry(text)
  if (address === null) return null
  if (address.length === 4) return address.join('.')
  if (MAPPED.every((byte, at) => address[at] === byte)) return address.slice(12).join('.')
  return `${Buffer.from(address.slice(0, 8)).toString('hex')}/64`
}

/** Proxies write addresses plain, in brackets, and with the port behind them. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

function parseEntry(text: string): Address | null {
  const entry = text.trim()
  const [, inBrackets, plain] = WITH_PORT.exec(entry) ?? []
  const [address = ''] = (inBrackets ?? plain ?? entry).split('%')
  return parseAddress(address)
}

/** `::ffff:0:0/96`: IPv4 on a socket of both families (RFC 4291, section 2.5.5.2). */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
