import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { expect } from 'chai'
import { dnsAddresses, isDnsTimeout } from '#shared/egress/dns/dns-addresses.ts'

/** Record data per type (RFC 1035 A = 1, RFC 3596 AAAA = 28); `silent` leaves the question unanswered, `failing` is SERVFAIL. */
type Zone = Record<1 | 28, Buffer[] | 'silent' | 'failing'>

const ipv4 = (last: number) => Buffer.from([192, 0, 2, last])
const ipv6 = (last: number) =>
  Buffer.from('20010db80000000000000000000000'.concat(last.toString(16).padStart(2, '0')), 'hex')

/** One message of RFC 1035, section 4: the question repeated, its answers with a pointer to the name. */
function answerTo(question: Buffer, zone: Zone): Buffer | null {
  let end = 12
  while (question[end] !== 0) end += (question[end] ?? 0) + 1
  const type = question.readUInt16BE(end + 1) as 1 | 28
  const records = zone[type]
  if (records === 'silent') return null
  const answers = records === 'failing' ? [] : records
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(records === 'failing' ? 0x8182 : 0x8180, 2)
  header.writeUInt16BE(answers.length, 6)
  header.writeUInt32BE(0, 8)
  const bodies = answers.map((data) => {
    const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length])
    return Buffer.concat([fixed, data])
  })
  return Buffer.concat([header, question.subarray(12, end + 5), ...bodies])
}

describe('dnsAddresses', () => {
  let server: Socket
  let zone: Zone
  const asked: string[] = []

  beforeEach(async () => {
    asked.length = 0
    server = createSocket('udp4')
    server.on('message', (message, peer) => {
      asked.push(message.toString('latin1', 12))
      const answer = answerTo(message, zone)
      if (answer) server.send(answer, peer.port, peer.address)
    })
    server.bind(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    server.close()
  })

  function ask(timeoutMs = 2000): Promise<string[]> {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
    resolver.setServers([`127.0.0.1:${server.address().port}`])
    return dnsAddresses('www.example.com', timeoutMs, resolver)
  }

  it('queries A and AAAA, and alternates the families', async () => {
    zone = { 1: [ipv4(1), ipv4(2), ipv4(3)], 28: [ipv6(1)] }
    expect(await ask()).to.have.members(['192.0.2.1', '2001:db8::1', '192.0.2.2', '192.0.2.3'])
    expect((await ask())[1]).to.equal('2001:db8::1')
  })

  it('queries the name itself, without search domains', async () => {
    zone = { 1: [], 28: [] }
    const error = await ask().catch((reason: unknown) => reason)
    expect(error).to.include({ code: 'ENODATA' })
    expect(asked.every((question) => question.startsWith('\x03www\x07example\x03com\x00'))).to.equal(true)
    expect(isDnsTimeout(error)).to.equal(false)
  })

  it('returns one family if the other has no address or fails', async () => {
    zone = { 1: [ipv4(1)], 28: [] }
    expect(await ask()).to.deep.equal(['192.0.2.1'])
    zone = { 1: 'failing', 28: [ipv6(7)] }
    expect(await ask()).to.deep.equal(['2001:db8::7'])
  })

  it('returns one family if the other is not answered', async () => {
    zone = { 1: [ipv4(1)], 28: 'silent' }
    expect(await ask(100)).to.deep.equal(['192.0.2.1'])
  })

  it('fails with a timeout if neither is answered', async () => {
    zone = { 1: 'silent', 28: 'silent' }
    const error = await ask(100).catch((reason: unknown) => reason)
    expect(isDnsTimeout(error)).to.equal(true)
  })
})
